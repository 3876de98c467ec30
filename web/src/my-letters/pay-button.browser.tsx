import { page } from 'vitest/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import '../styles/site.css'
import { readPaying } from '../storage.ts'
import { renderAt } from '../testing/render-at.tsx'
import { PayButton, prepareLetter, prepareOrder } from './payment.tsx'

vi.mock('../payment/payment-dialog.tsx', () => ({
  PaymentDialog: () => <dialog open>Finalizar Pago</dialog>,
}))

const text = '<p>Hola</p>'
const nothing = () => Promise.reject(new Error('nothing of it is wanted here'))
const button = page.getByRole('button')

beforeEach(() => {
  localStorage.setItem('letterContent', text)
  localStorage.setItem('destinationAddress', JSON.stringify(sampleRecipient))
  const letter = { ...looksOf({}), id: 'l1', content: text, destination: sampleRecipient }
  vi.spyOn(window, 'fetch').mockImplementation((path) =>
    Promise.resolve(Response.json(path === '/letters/l1' ? letter : { clientSecret: 's' })),
  )
})
afterEach(() => vi.restoreAllMocks())

test('without a readable database a letter is paid all the same, and the draft stays', async () => {
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(() => {
    throw new DOMException('gone', 'InvalidStateError')
  })
  await renderAt(<PayButton prepare={() => prepareLetter('l1')} />, '/my-letters')
  await button.click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Finalizar Pago/)
  await expect.element(button).toHaveTextContent('Pagar')
  expect(readPaying()).toEqual({ letter: 'l1', draft: 'none' })
  expect(localStorage.getItem('letterContent')).toBe(text)
})

test('any other failure is shown, and the button works again', async () => {
  await renderAt(<PayButton prepare={nothing} />, '/my-letters')
  await button.click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/No se ha podido preparar el pago/)
  await expect.element(button).toHaveTextContent('Pagar')
})

test.each([
  ['a letter', () => prepareLetter('l1')],
  [
    'an order',
    () => prepareOrder({ order: { id: 'o1', letters: 1, total: 329 }, letters: [] }, () => undefined),
  ],
])('%s from and to the samples warns about both (design/sending.md#sample-addresses)', async (_, prepare) => {
  const letter = { ...looksOf({}), id: 'l1', state: 'frozen', content: text }
  const addressed = { ...letter, origin: sampleSender, destination: sampleRecipient, order: null }
  vi.mocked(window.fetch).mockImplementation((path) =>
    Promise.resolve(
      Response.json(
        path === '/letters/l1'
          ? addressed
          : path === '/orders/o1'
            ? { letters: [addressed] }
            : { clientSecret: 's' },
      ),
    ),
  )
  expect(await prepare()).toMatchObject({
    body: { letters: [{ letter: { sampleSender: true, sampleRecipient: true } }] },
  })
})
