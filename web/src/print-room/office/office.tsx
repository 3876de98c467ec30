import { Heading } from '../view/heading.tsx'
import { Customers } from './customers.tsx'
import { Figures } from './figures.tsx'
import { OwnFactors } from './own-factors.tsx'
import { Prices } from './prices.tsx'

/** What is done at a desk, beside the machines. */
export function Office() {
  return (
    <>
      <Heading title="Oficina" />
      <Customers />
      <Figures />
      <Prices />
      <OwnFactors />
    </>
  )
}
