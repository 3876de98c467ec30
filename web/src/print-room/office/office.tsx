import { Heading } from '../view/heading.tsx'
import { Prices } from './prices.tsx'

/** What is done at a desk, beside the machines. */
export function Office() {
  return (
    <>
      <Heading title="Oficina" />
      <Prices />
    </>
  )
}
