import type { Page } from '@playwright/test'
import { addAuthenticator, codeOf, addOperator, makeOperator } from './in-the-print-room.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn, signOut } from '../person/person.ts'
import { heading } from '../person/visit.ts'
import { callServer } from '../server/call-server.ts'

test.use({ serverName: 'print-room-factor' })

const enrolling = (page: Page) => page.getByRole('dialog', { name: 'Proteja su acceso a la imprenta' })
const asked = (page: Page) => page.getByRole('dialog', { name: 'Confirme que es usted' })

test('an application of codes: set up by its text, asked for by the next session, good once @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load resource.*403/)
  const email = 'codigos@ejemplo.test'
  await signIn(page, server, email)
  await addOperator(page, server, email, 'Carmen Ríos')
  await page.goto('/print-room')
  const dialog = enrolling(page)
  await dialog.getByRole('button', { name: 'Usar una aplicación de códigos' }).click()
  await expect(dialog.getByRole('img', { name: 'Código QR con la clave' })).toBeVisible()
  const secret = await dialog.locator('code').innerText()
  const code = dialog.getByLabel('Código de su aplicación')
  await code.fill('12345')
  await page.keyboard.press('Enter')
  await expect(dialog).toContainText('Escriba las seis cifras')
  await code.fill(codeOf(secret, 20))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('No es correcto')
  const first = codeOf(secret)
  await code.fill(first)
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Hoy')).toBeVisible()
  await expect(dialog).toBeHidden()

  await signIn(page, server, email)
  await page.goto('/print-room')
  const again = asked(page)
  await again.getByLabel('Código de su aplicación').fill(first)
  await page.keyboard.press('Enter')
  await expect(again.getByRole('alert')).toContainText('No es correcto, o ya se ha usado.')
  await again.getByLabel('Código de su aplicación').fill(codeOf(secret, 1))
  await page.keyboard.press('Enter')
  await expect(again).toBeHidden()
  await page.getByRole('link', { name: 'Registro' }).click()
  const acts = page.getByRole('table', { name: 'Actos' })
  for (const act of ['Dar acceso', 'Añadir un segundo paso', 'Rechazar un segundo paso', 'Entrar'])
    await expect(acts.getByRole('rowheader', { name: act, exact: true }).first()).toBeVisible()
  expect(await server.lacre('acts', 'verify')).toContain('entero')
})

test('a passkey: made at the first entry, asked for by the next session, its answer good once @core', async ({
  page,
  server,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load resource.*40[13]/)
  await addAuthenticator(page)
  const email = 'llave@ejemplo.test'
  await signIn(page, server, email)
  await addOperator(page, server, email, 'Pilar Sanz')
  await page.goto('/print-room')
  await enrolling(page).getByRole('button', { name: 'Crear una llave de acceso' }).click()
  await expect(heading(page, 'Hoy')).toBeVisible()

  const session = await signIn(page, server, email)
  await page.goto('/print-room')
  const answering = page.waitForRequest((request) => new URL(request.url()).pathname === '/operator/factor')
  await asked(page).getByRole('button', { name: 'Usar la llave de acceso' }).click()
  await expect(heading(page, 'Hoy')).toBeVisible()
  const body = (await answering).postDataJSON() as object
  const replay = await callServer(server, session, '/operator/factor', { body })
  expect(replay.status).toBe(403)

  await server.lacre('operator', 'reset', email)
  await signOut(page)
  await signIn(page, server, email)
  await page.goto('/print-room')
  await expect(enrolling(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/\/write$/)
})

test('a second way beside the first, and the first taken away: by keyboard, on a phone, never the last', async ({
  page,
  server,
  consoleErrors,
}) => {
  await addAuthenticator(page)
  const email = 'dos@ejemplo.test'
  await signIn(page, server, email)
  await makeOperator(page, server, email, 'Rosa Gil')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/print-room?ver=oficina')
  const own = page.getByRole('list', { name: 'Sus segundos pasos' }).getByRole('listitem')
  await expect(own).toHaveCount(1)
  await expect(own.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Añadir una llave de acceso' }).press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Llave de acceso: se ha añadido.' })).toBeVisible()
  await expect(own).toHaveCount(2)
  await own.getByRole('button', { name: /^Quitar Aplicación de códigos desde el / }).press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: 'Aplicación de códigos: se ha quitado.' }),
  ).toBeFocused()
  await expect(own).toHaveCount(1)
  await expect(own).toContainText('Llave de acceso')
  await expect(own.getByRole('button')).toHaveCount(0)

  allow(consoleErrors, /Failed to load resource.*403/)
  await signIn(page, server, email)
  await page.goto('/print-room?ver=registro')
  await asked(page).getByRole('button', { name: 'Usar la llave de acceso' }).click()
  const acts = page.getByRole('table', { name: 'Actos' })
  await expect(acts.getByRole('rowheader', { name: 'Quitar uno de los segundos pasos' })).toBeVisible()
})
