import { enterPrintRoom, sendLetters, takeFile } from './in-the-print-room.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { heading, openMenu } from '../person/visit.ts'

test.use({ serverName: 'print-room-doors' })

test('without the operator role the print room shows nothing, and no link leads to it @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load resource.*403/)
  await page.goto('/print-room')
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, server, 'nadie@ejemplo.test')
  await page.goto('/print-room')
  await expect(heading(page, 'Esta página no existe')).toBeVisible()
  await expect(page).toHaveTitle('Esta página no existe · Lacre')
  await expect(page.getByRole('main')).not.toContainText(/tanda/i)
  const menu = await openMenu(page)
  await expect(menu.locator('> *')).toHaveText(['Perfil', 'Mis cartas', 'Cerrar sesión'])
})

test('the command line makes an operator of a proven account at once, and of no other address', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load resource.*403/)
  const email = 'ines.imprenta@ejemplo.test'
  const add = () => server.lacre('operator', 'add', email, '--name', 'Inés Gil')
  await expect(add()).rejects.toThrow(/Nadie ha comprobado todavía/)
  await signIn(page, server, email)
  await page.goto('/print-room')
  await expect(heading(page, 'Esta página no existe')).toBeVisible()

  expect(await add()).toContain('Inés Gil ya puede entrar en la sala de imprenta (operador).')
  await signIn(page, server, email)
  await page.goto('/print-room')
  await expect(page.getByRole('dialog', { name: 'Proteja su acceso a la imprenta' })).toBeVisible()
  expect(await server.lacre('operator', 'list')).toMatch(
    /Inés Gil {2}<ines\.imprenta@ejemplo\.test> {2}operador/,
  )
})

test('a posted letter is printed again on a supervisor’s word alone', async ({ page, server }) => {
  const email = 'eva.imprenta@ejemplo.test'
  await enterPrintRoom(page, server, email, 'Eva Sol')
  const [letter] = await sendLetters(server, 1)
  await page.reload()
  await expect(page.getByRole('region', { name: 'En espera' }).getByRole('definition').first()).toHaveText(
    '1',
  )
  await page.getByRole('button', { name: 'Cerrar tanda' }).press('Enter')
  await expect(page.getByRole('dialog', { name: '¿Cerrar la tanda?' })).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const batch = page.getByRole('row', { name: /^B0/ }).first()
  await takeFile(page, /^Descargar el PDF/)
  await batch.getByRole('button', { name: /^Marcar impresa/ }).waitFor()
  await page.goto(`/print-room?carta=${letter!.id}`)
  await page.getByRole('button', { name: 'Marcar entregada a Correos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entregada a Correos' }).click()
  await expect(page.getByText('Marcada como entregada a Correos')).toBeVisible()
  await expect(page.getByRole('button', { name: /Reimprimir/ })).toHaveCount(0)

  await server.lacre('operator', 'promote', email)
  await page.reload()
  await page.getByRole('button', { name: 'Reimprimir (ya está en Correos)' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('puede recibirla dos veces')
  await dialog.getByLabel('Se ha perdido').check()
  await dialog.getByLabel('Por qué debe enviarse otra vez').fill('corto')
  await dialog.getByRole('button', { name: 'Reimprimir' }).click()
  await expect(dialog).toContainText('Explique el motivo con al menos 10 caracteres.')
  await dialog.getByLabel('Por qué debe enviarse otra vez').fill('Correos reconoce que la ha perdido')
  await dialog.getByRole('button', { name: 'Reimprimir' }).click()
  await expect(page.getByRole('region', { name: 'Impresiones' })).toContainText('Intento 2')
  await page.getByRole('link', { name: 'Registro' }).press('Enter')
  await expect(page.getByRole('table', { name: 'Actos' })).toContainText('Correos reconoce que la ha perdido')
})
