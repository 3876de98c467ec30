import { enterPrintRoom, closeBatch } from './in-the-print-room.ts'
import { expect, test } from '../person/journey.ts'
import { payLetter, tokenOf } from '../person/paid-letter.ts'

test.use({ serverName: 'office', viewport: { width: 390, height: 844 } })

test('a customer who calls is found, their account disabled and enabled, and a posted letter refunded, by keyboard on a phone (design/print-room.md#office)', async ({
  page,
  server,
}, { repeatEachIndex }) => {
  const caller = `laura.${repeatEachIndex}@ejemplo.test`
  const letter = await payLetter(server, await tokenOf(server, caller))
  await enterPrintRoom(page, server, `sara.${repeatEachIndex}@ejemplo.test`, 'Sara Sol', '--supervisor')
  const dialog = page.getByRole('dialog')
  const press = async (button: string) => {
    await page.getByRole('button', { name: button, exact: true }).focus()
    await page.keyboard.press('Enter')
  }
  const decide = async (button: string) => {
    await press(button)
    await dialog.getByLabel('Nota').fill('lo pide por teléfono')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
  }

  await page.getByRole('link', { name: 'Oficina' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Oficina' })).toBeFocused()
  const field = page.getByLabel('Correo electrónico o pedido')
  await field.fill('laura')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Escriba el correo entero o las diez cifras del pedido.')).toBeVisible()
  await field.fill(caller)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Cuentas encontradas: 1')).toBeVisible()
  await expect(page.getByRole('heading', { level: 3 })).toHaveText('l…@ejemplo.test')
  expect(page.url()).not.toContain('laura')

  await decide('Desactivar la cuenta')
  await expect(page.getByText('Desactivada: sus sesiones se han cerrado')).toBeVisible()
  await expect(tokenOf(server, caller)).rejects.toThrow(/403.*Esta cuenta está desactivada/)
  await decide('Activar la cuenta')
  await expect(page.getByText('Activada: puede volver a entrar.')).toBeVisible()
  await tokenOf(server, caller)

  await server.lacre('posted', (await closeBatch(server)).name)
  await page
    .getByRole('list', { name: /^Cartas de l/ })
    .getByRole('link')
    .press('Enter')
  await press('Devolver todo lo pagado')
  await expect(dialog).toContainText('Ya se entregó a Correos: se devuelve el dinero, y nada más cambia.')
  await dialog.getByLabel('Nota').fill('se perdió')
  await page.keyboard.press('Enter')
  await expect(page.getByText('La devolución está pedida al proveedor de pago')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Devolver todo lo pagado' })).toBeHidden()
  const told = async () =>
    (await server.mailbox()).filter(({ to }) => to === caller).map(({ subject }) => subject)
  await expect.poll(told).toContain('Le devolvemos el dinero de su carta')
  await page.getByRole('link', { name: 'Registro' }).press('Enter')
  const rows = page.getByRole('table', { name: 'Actos' }).getByRole('row')
  await expect(rows.filter({ hasText: 'se perdió · 3,29' }).first()).toContainText('Devolver lo pagado')
  await expect(rows.filter({ hasText: 'Buscar un cliente' }).first()).toBeVisible()
  expect(letter.total).toBe(329)
})
