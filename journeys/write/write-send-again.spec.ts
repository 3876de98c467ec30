import { keepInBrowser, letterOf, openWritePage, paymentOf, sendOf, stored } from './at-the-editor.ts'
import { typeOn } from '../drafts/drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { payWith, signIn } from '../person/person.ts'
import { openPayment } from './open-payment.ts'
import { editAddress, recipient, keptLetter } from './write-a-letter.ts'
import { statesOf } from '../person/paid-letter.ts'

test('a refusal goes when what it is about is changed, and not before (design/sending.md#printable)', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /422/)
  page.on('dialog', (dialog) => void dialog.accept())
  await signIn(page, server, 'corrige@ejemplo.test')
  await keepInBrowser(page, keptLetter('', { ...recipient, postalCode: '99999' }))
  await openWritePage(page)
  const refusal = page.getByRole('complementary', { name: 'Envío' }).getByRole('alert')
  await sendOf(page).click()
  await expect(refusal).toContainText('Su carta está vacía.')
  await typeOn(page, 'Querida Concepción')
  await expect(refusal).toHaveCount(0)

  await sendOf(page).click()
  await expect(refusal).toContainText(/postal/)
  await typeOn(page, ': te escribo')
  await expect(letterOf(page)).toHaveText('Querida Concepción: te escribo')
  await expect(refusal).toContainText(/postal/)
  await editAddress(page, 'Destinatario', recipient)
  await expect(refusal).toHaveCount(0)
  await sendOf(page).click()
  await expect(paymentOf(page)).toBeVisible()
})

test('a newer version sent from another tab ends this payment: it says why and how to go on, and the letter is paid once (design/sending.md#same-letter-same-intent) @core', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  await signIn(page, server, 'dos-pagos@ejemplo.test')
  await keepInBrowser(page, keptLetter('<p>La primera versión</p>'))
  await openWritePage(page)
  await sendOf(page).click()
  await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()

  const other = await context.newPage()
  await openWritePage(other)
  await typeOn(other, ', y la segunda')
  await sendOf(other).click()
  await expect(paymentOf(other).getByLabel('Número de tarjeta')).toBeVisible()

  allow(consoleErrors, /status of 400/)
  await payWith(page, '4242 4242 4242 4242')
  const alert = paymentOf(page).getByRole('alert')
  await expect(alert).toContainText('Este pago se ha cancelado.')
  await expect(alert).toContainText('No se le ha cobrado nada: cierre esta ventana y pulse Enviar otra vez')
  await expect(paymentOf(page).getByRole('button', { name: 'Pagar ahora' })).toBeFocused()
  await expect(paymentOf(page).getByRole('button', { name: 'Pagar ahora' })).toBeDisabled()

  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await expect(letterOf(page)).toHaveText('La primera versión, y la segunda')
  await sendOf(page).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  expect(await statesOf(server, await stored(page, 'token'))).toHaveLength(1)
})

test('an address corrected after Enviar is the same letter: once it is paid nothing unpaid is left (design/writing.md#one-draft)', async ({
  page,
  server,
}) => {
  await openPayment(page, server, 'otra-calle')
  await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await editAddress(page, 'Destinatario', { name: 'Elena Ruiz', street: 'Calle Sol 1' })
  await sendOf(page).click()
  await payWith(page, '4242 4242 4242 4242')
  await expect(page).toHaveURL(/\/success$/)
  await expect.poll(async () => statesOf(server, await stored(page, 'token'))).toEqual(['paid'])
})
