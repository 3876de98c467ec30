import type { Page } from '@playwright/test'
import type { Server } from '../server/server.ts'
import { allow, expect, test } from '../person/journey.ts'
import { statesOf } from '../person/paid-letter.ts'
import { paymentOf, stored } from '../write/at-the-editor.ts'
import { openPayment } from '../write/open-payment.ts'

test.use({ settings: { PAYMENT_METHODS: 'card,bizum,wallets' } })

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
  consoleErrors,
}) => {
  allow(consoleErrors, /status of 402/)
  await openPayment(page, server, 'bizum')
  await payByBizum(page, '600 000 001')
  await answer(page, 'Rechazar')
  await expect(paymentOf(page).getByRole('alert')).toHaveText('El pago se ha rechazado en la app del banco.')
  await paymentOf(page).getByRole('button', { name: 'Pagar ahora' }).click()
  await answer(page, 'Autorizar')
  await paidOnce(page, server)
})

test('a wallet asks on the telephone; three ways to pay fit the smallest screen', async ({
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
