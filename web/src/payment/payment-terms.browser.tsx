import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { day } from '@lacre/letter/days.ts'
import { preparedLetter } from '../write/testing/prepared-letter.ts'
import { Leaves, PaymentTerms } from './payment-dialog.tsx'

const toPay = (postOn: string | null) => ({
  letter: { ...preparedLetter, postOn },
  recipient: sampleRecipient,
})
const closing = { hour: 17, minute: 30, closed: [day('2026-11-24')] }
/** An hour after closing Monday's batch. */
const now = new Date('2026-11-23T17:30:00Z')
const nextBatch = 'el miércoles 25 de noviembre a las 17:30'
const itsDay = 'el viernes 27 de noviembre a las 17:30'

test.each([
  ['the next batch, which no closed day has', closing, [null], `cancelarla gratis hasta ${nextBatch}`],
  ['the batch of its day', closing, ['2026-11-27'], `cancelarla gratis hasta ${itsDay}`],
  ['the first of several', closing, ['2026-11-27', null], `cancelarlas gratis hasta ${nextBatch}`],
  ['no hour where batches are closed by hand', undefined, [null], 'hasta que empecemos a imprimirla.'],
])('it can be cancelled until %s', async (_, cutOff, [first = null, ...more], words) => {
  await render(<PaymentTerms letters={[toPay(first), ...more.map(toPay)]} cutOff={cutOff} now={now} />)
  await expect.element(page.getByText(/^Al pagar acepta las/)).toMatchTextContent(words)
})

test.each([
  ['today', '2026-11-23T16:00:00Z', null, /^Se espera que llegue el 27 de noviembre/],
  ['with the next batch', '2026-11-23T17:30:00Z', null, /^Se espera que llegue el 1 de diciembre/],
  ['on its day', '2026-11-23T16:00:00Z', '2026-11-27', /^Sale el viernes 27 .* llegue el 3 de diciembre/],
])('a letter leaving %s shows the arrival of its receipt', async (_, then, postOn, words) => {
  const { container } = await render(<Leaves {...toPay(postOn)} cutOff={closing} now={new Date(then)} />)
  expect(container.textContent).toMatch(words)
})
