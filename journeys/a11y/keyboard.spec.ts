import { focusNow, press, tabTo } from './focus.ts'
import { allow, expect, test } from '../person/journey.ts'
import { recipient } from '../write/write-a-letter.ts'
import { visit } from '../person/visit.ts'

const person = { email: 'teclado@ejemplo.test', password: 'una frase bastante larga' }

test.use({ serverName: 'a11y' })

test('from the landing page to paid by keyboard alone, the focus always seen (WCAG 2.1.1, 2.4.7, 2.4.11) @engines @core', async ({
  page,
  consoleErrors,
}) => {
  const type = (text: string) => page.keyboard.insertText(text)
  /** The new screen's heading has the focus once it is there. */
  const arrived = (heading: string | RegExp) =>
    expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()

  await visit(page, '/')
  expect(await press(page, 'Tab')).toBe('Saltar al contenido')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Comenzar a escribir', { most: 2 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Carta' })).toBeFocused()

  // Toolbar: one stop, arrows inside, Escape out of a drawer and back into the letter.
  for (const name of ['Enviar', 'Formato'])
    await expect(page.getByRole('button', { name, exact: true })).toBeEnabled()
  await tabTo(page, 'Formato', { key: 'Shift+Tab', most: 4 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('toolbar', { name: 'Formato de la carta' })).toBeVisible()
  await tabTo(page, 'Heading 1', { most: 3 })
  for (const next of ['Heading 2', 'Normal', 'Negrita']) expect(await press(page, 'ArrowRight')).toBe(next)
  expect(await press(page, 'End')).toBe('Quitar formato')
  expect(await press(page, 'ArrowRight')).toBe('Heading 1')
  expect(await press(page, 'ArrowLeft')).toBe('Quitar formato')
  expect(await press(page, 'Home')).toBe('Heading 1')
  await page.keyboard.press('Enter')
  expect((await focusNow(page)).name).toBe('Carta')
  await type('Querida Concepción')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+b')
  await type('Te escribo sin tocar el ratón.')
  await page.keyboard.press('Control+b')
  await expect(page.locator('.ProseMirror h1')).toHaveText('Querida Concepción')
  await expect(page.locator('.ProseMirror strong')).toHaveText('Te escribo sin tocar el ratón.')
  await tabTo(page, /^(Heading 1|Negrita)$/, { key: 'Shift+Tab' })
  while ((await focusNow(page)).name !== 'Color del texto') await press(page, 'ArrowRight')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Tinta normal', { most: 3 })
  expect(await press(page, 'ArrowRight')).not.toBe('Tinta normal')
  expect(await press(page, 'Escape')).toBe('Carta')

  // Tab leaves the letter; the panel follows: cost, addresses, Enviar.
  await tabTo(page, 'Ver el detalle de costes')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Detalle de costes' })).toBeVisible()
  expect((await focusNow(page)).name).toBe('Entendido')
  expect(await press(page, 'Escape')).toBe('Ver el detalle de costes')
  await tabTo(page, 'Editar', { most: 2 })
  await tabTo(page, 'Editar', { most: 2 })
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Datos del destinatario' })).toBeVisible()
  for (const [field, value] of [
    ['Nombre completo', recipient.name],
    ['Calle', recipient.street],
    ['Ciudad', recipient.city],
    ['Código postal', recipient.postalCode],
  ] as const) {
    if ((await focusNow(page)).name !== field) await tabTo(page, field, { most: 4 })
    await page.keyboard.press('Control+a')
    await type(value)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  expect((await focusNow(page)).name).toBe('Editar')
  await tabTo(page, 'Enviar', { most: 3 })
  await page.keyboard.press('Enter')
  // A letter waits: the way by a code is open.
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()

  // The account.
  await tabTo(page, 'Registrate aqui')
  await page.keyboard.press('Enter')
  await arrived('Crear cuenta')
  await page.getByRole('checkbox').waitFor()
  await tabTo(page, 'Correo electrónico')
  await type(person.email)
  await tabTo(page, 'Contraseña', { most: 1 })
  await type(person.password)
  await tabTo(page, 'Confirmar contraseña', { most: 1 })
  await type(person.password)
  await tabTo(page, 'No soy un robot', { most: 1 })
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Crear cuenta' })).toBeEnabled()
  await tabTo(page, 'Crear cuenta', { most: 1 })
  await page.keyboard.press('Enter')
  await arrived('¡Registro exitoso!')
  await tabTo(page, 'Ir a Iniciar sesión', { most: 1 })
  await page.keyboard.press('Enter')
  // Registering has signed in, and a letter waits: the focus is on its notice.

  // Paying; a refused card leaves the focus in the dialog.
  const dialog = page.getByRole('dialog', { name: 'Finalizar Pago' })
  await expect(page.getByRole('button', { name: 'Pagar 3,29 €' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Número de tarjeta')).toBeVisible()
  // The sender is still the sample.
  await tabTo(page, /^Es de verdad de/, { most: 12 })
  await page.keyboard.press('Space')
  for (const [card, key] of [
    ['4000000000000002', 'Tab'],
    ['4242424242424242', 'Shift+Tab'],
  ] as const) {
    await tabTo(page, 'Número de tarjeta', { key, most: 8 })
    await page.keyboard.press('Control+a')
    await type(card)
    await tabTo(page, 'Caducidad', { most: 1 })
    await page.keyboard.press('Control+a')
    await type('12 / 30')
    await tabTo(page, 'CVC', { most: 1 })
    await page.keyboard.press('Control+a')
    await type('123')
    await tabTo(page, 'Pagar ahora', { most: 5 })
    await page.keyboard.press('Enter')
    if (key === 'Tab') {
      await expect(dialog.getByRole('alert')).toContainText('rechazada')
      await expect(dialog.getByRole('button', { name: 'Pagar ahora' })).toBeFocused()
    }
  }
  await arrived('¡Pedido realizado con éxito!')
  allow(consoleErrors, /Failed to load resource.*402/)
})
