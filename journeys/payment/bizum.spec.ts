import type { Page } from '@playwright/test'
import { openServer, type Server } from '../server/server.ts'
import { allow, expect, test as journey } from '../person/journey.ts'
import { statesOf } from '../person/paid-letter.ts'
import { payWith } from '../person/person.ts'
import { paymentOf, sendOf, stored } from '../write/at-the-editor.ts'
import { openPayment } from '../write/open-payment.ts'

const test = journey.extend<object, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const server = await openServer({ PAYMENT_METHODS: 'card,bizum,wallets' })
      await use(server)
      await server.close()
    },
    { scope: 'worker' },
  ],
})

async function payByBizum(page: Page, phone: string) {
  const dialog = paymentOf(page)
  await dialog.getByRole('radio', { name: 'Bizum' }).check()
  await dialog.getByLabel('Teléfono con Bizum').fill(phone)
  await dialog.getByRole('button', { name: 'Pagar ahora' }).click()
}
const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog', { name: 'Autorizar el pago' }).getByRole('button', { name }).click()
const paidOnce = async (page: Page, server: Server) => {
  await expect(page).toHaveURL(/\/success$/)
  const token = await stored(page, 'token')
  await expect.poll(() => statesOf(server, token)).toEqual(['paid'])
}

test('Bizum: refused in the bank’s app, then approved there (design/money.md#ways-to-pay) @core', async ({
  page,
  server,
  complaints,
}) => {
  allow(complaints, /status of 402/)
  await openPayment(page, server, 'bizum')
  await payByBizum(page, '600 000 001')
  await answer(page, 'Rechazar')
  await expect(paymentOf(page).getByRole('alert')).toHaveText('El pago se ha rechazado en la app del banco.')
  await paymentOf(page).getByRole('button', { name: 'Pagar ahora' }).click()
  await answer(page, 'Autorizar')
  await paidOnce(page, server)
})

test('Bizum left without an answer: told as it is; the letter is then paid by card, once', async ({
  page,
  server,
}) => {
  await openPayment(page, server, 'sin-responder')
  await payByBizum(page, '600 000 001')
  await answer(page, 'No responder')
  await expect(
    paymentOf(page).getByRole('status').filter({ hasText: 'espera su aprobación en la app de su banco' }),
  ).toBeVisible()
  await expect(paymentOf(page).getByRole('button', { name: 'Pagar ahora' })).toBeDisabled()
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await sendOf(page).click()
  await payWith(page, '4242 4242 4242 4242')
  await paidOnce(page, server)
})

test('a bank that takes its time over a Bizum: Enviar says that the payment is under way', async ({
  page,
  server,
  complaints,
}) => {
  allow(complaints, /status of 409|Failed to create payment intent/)
  await openPayment(page, server, 'despacio')
  await payByBizum(page, '600 000 002')
  await expect(
    paymentOf(page).getByRole('status').filter({ hasText: 'Su banco está procesando el pago' }),
  ).toBeVisible()
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  page.once('dialog', (dialog) => void dialog.accept())
  await sendOf(page).click()
  await expect(page.getByRole('alert')).toHaveText(
    'El pago de esta carta se está procesando. Espere unos minutos.',
  )
  await expect(paymentOf(page)).toBeHidden()
})

test('a wallet asks whoever holds the telephone; with three ways all is in sight on the smallest screen', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await openPayment(page, server, 'cartera')
  const dialog = paymentOf(page)
  const pay = dialog.getByRole('button', { name: 'Pagar ahora' })
  for (const one of [
    dialog.getByRole('radio', { name: 'Bizum' }),
    dialog.getByLabel('Número de tarjeta'),
    pay,
  ])
    await expect(one).toBeInViewport({ ratio: 0.99 })
  await dialog.getByRole('radio', { name: 'Apple Pay o Google Pay' }).check()
  await pay.click()
  await answer(page, 'Autorizar')
  await paidOnce(page, server)
})
