import { page } from 'vitest/browser'
import { expect, test } from 'vitest'
import { sampleRecipient } from '@lacre/letter/address/address.ts'
import { preparedLetter } from '../write/testing/prepared-letter.ts'
import { button, onClose, onPaid, openPayment, payWith, sandbox, succeeded } from './testing/open-payment.tsx'

payWith({ cards: { kind: 'sandbox', methods: ['card', 'bizum', 'wallets'] } })

async function open() {
  await openPayment([{ letter: preparedLetter, recipient: sampleRecipient }])
  await expect.element(button('Pagar ahora')).toBeEnabled()
}
const bizum = async (phone: string) => {
  await page.getByRole('radio', { name: 'Bizum' }).click()
  await page.getByLabelText('Teléfono con Bizum').fill(phone)
  await button('Pagar ahora').click()
}

test('of several ways to pay the card comes first (design/money.md#ways-to-pay)', async () => {
  await open()
  await expect.element(page.getByRole('radio', { name: 'Tarjeta' })).toBeChecked()
  expect(page.getByRole('radio').elements()).toHaveLength(3)
})

test('Bizum without an answer: the dialog says that it may still be approved, and accepts no other payment', async () => {
  sandbox.answers = [{ paymentIntent: { status: 'requires_action' } }]
  await open()
  await bizum('600 000 001')
  await button('No responder').click()
  await expect
    .element(page.getByRole('status').filter({ hasText: 'espera su aprobación' }))
    .toMatchTextContent(
      /le avisaremos por correo electrónico. Si no, caduca en unos minutos sin cobrarle nada/,
    )
  await expect.element(button('Pagar ahora')).toBeDisabled()
  expect(sandbox.asked).toEqual([{ client_secret: 'pi_1_secret_2', phone: '600 000 001' }])
  await button('Cancelar').click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('Bizum: an invalid telephone is refused without a call; a slow bank is shown as pending', async () => {
  sandbox.answers = [{ paymentIntent: { status: 'processing' } }]
  await open()
  await bizum('91 555')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/nueve cifras/)
  expect(sandbox.asked).toEqual([])
  await bizum('+34 600 000 002')
  await expect.element(page.getByText(/^Su banco está procesando el pago/)).toBeVisible()
  expect(onPaid).not.toHaveBeenCalled()
})

test('a wallet asks for authorisation, and pays', async () => {
  sandbox.answers = [{ paymentIntent: { status: 'requires_action' } }, succeeded]
  await open()
  await page.getByRole('radio', { name: 'Apple Pay o Google Pay' }).click()
  await button('Pagar ahora').click()
  await button('Autorizar').click()
  await expect.poll(() => onPaid).toHaveBeenCalledOnce()
})
