import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import type { Server } from '../server/server.ts'
import { allow, expect, test } from '../person/journey.ts'
import { payLetter } from '../person/paid-letter.ts'
import { register, signIn } from '../person/person.ts'
import { recipient } from '../write/write-a-letter.ts'
import { callServer } from '../server/call-server.ts'
import { tokenKept } from '../person/sign-in.ts'
import { closeBatch } from '../print-room/in-the-print-room.ts'

test.use({ serverName: 'account-data' })

const password = 'una frase bastante larga'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Borrar mi cuenta' })

async function openProfile(page: Page) {
  await page.goto('/profile')
  await expect(page.getByRole('heading', { name: 'Sus datos' })).toBeVisible()
}

async function erase(page: Page, fields: Record<string, string>) {
  await page.getByRole('button', { name: 'Borrar mi cuenta' }).click()
  for (const [label, text] of Object.entries(fields)) await dialogOf(page).getByLabel(label).fill(text)
  await dialogOf(page).getByRole('button', { name: 'Borrar para siempre' }).click()
}

const textsOf = (zip: Buffer) => {
  const files = unzipSync(new Uint8Array(zip))
  return {
    names: Object.keys(files),
    text: (end: string) => strFromU8(files[Object.keys(files).find((name) => name.endsWith(end))!]!),
  }
}

const posted = async (server: Server) => server.lacre('posted', (await closeBatch(server)).name)

test('one takes everything along, and then goes for good: password, word, and nothing is left to open', async ({
  page,
  server,
  consoleErrors,
}) => {
  const email = 'adios@ejemplo.test'
  await page.goto('/register')
  await register(page, { email, password })
  const token = (await tokenKept(page)) ?? ''
  await payLetter(server, token, { content: '<p>Palabras que me llevo</p>' })

  await openProfile(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar todos mis datos' }).click()
  const { names, text } = textsOf(readFileSync(await (await coming).path()))
  await expect(page.getByText('Sus datos se han descargado en un archivo ZIP.')).toBeVisible()
  const files = ['LEAME.txt', 'carta.html', 'carta.json', 'carta.pdf', 'cuenta.json', 'direcciones.json']
  const invoice = ['PRUEBA-S.json', 'PRUEBA-S.pdf']
  const withoutNumber = (name: string) => name.replace(/\d{4}-\d{6}/, '')
  expect(new Set(names.map((name) => withoutNumber(name.split('/').at(-1)!)))).toEqual(
    new Set([...files, ...invoice]),
  )
  expect(text('carta.html')).toContain('Palabras que me llevo')
  expect(text('carta.json')).toContain(recipient.name)
  expect(text('direcciones.json')).toContain(recipient.name)
  expect(text('cuenta.json')).toContain(email)

  // A paid letter first goes its way, or is cancelled.
  await erase(page, { Contraseña: password, 'Escriba BORRAR': 'BORRAR' })
  await expect(dialogOf(page).getByRole('alert')).toContainText('Cancélela en «Mis cartas»')
  await dialogOf(page).getByRole('button', { name: 'Cancelar' }).click()
  await posted(server)

  await erase(page, { Contraseña: 'no es esta', 'Escriba BORRAR': 'BORRAR' })
  await expect(dialogOf(page).getByRole('alert')).toContainText('La contraseña no es correcta')
  await dialogOf(page).getByLabel('Contraseña').fill(password)
  await dialogOf(page).getByLabel('Escriba BORRAR').fill('borrar')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('Escriba BORRAR, en mayúsculas.')).toBeVisible()
  await dialogOf(page).getByLabel('Escriba BORRAR').fill('BORRAR')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Su cuenta se ha borrado')).toBeVisible()
  expect(await tokenKept(page)).toBeNull()

  expect((await callServer(server, token, '/account')).status).toBe(401)
  await page.goto('/login')
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión', exact: true }).last().click()
  await expect(page.getByRole('alert')).toContainText('no son correctos')
  allow(consoleErrors, /status of (400|401|403|409)/)
})

test('without a password it is enough to have signed in a moment ago; by keyboard @core', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'social@ejemplo.test')
  await openProfile(page)
  await page.getByRole('button', { name: 'Borrar mi cuenta' }).focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeVisible()
  await expect(dialogOf(page).getByLabel('Contraseña')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await page.keyboard.press('Enter')
  await dialogOf(page).getByLabel('Escriba BORRAR').focus()
  await page.keyboard.insertText('BORRAR')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Su cuenta se ha borrado')).toBeVisible()
})

test('the command line does the same for one who asks by another way', async ({ page, server }) => {
  const email = 'por-escrito@ejemplo.test'
  const token = await signIn(page, server, email)
  await payLetter(server, token)
  const path = (await server.lacre('export-user', email, '--folder', server.dataDir)).trim()
  expect(textsOf(readFileSync(join(path))).text('carta.json')).toContain(recipient.name)

  await expect(server.lacre('erase-user', email)).rejects.toThrow(/Tiene cartas pagadas sin imprimir/)
  await posted(server)
  expect(await server.lacre('erase-user', email)).toContain('se han borrado')
  expect((await callServer(server, token, '/account')).status).toBe(401)
  await expect(server.lacre('erase-user', email)).rejects.toThrow(/No hay ninguna cuenta/)
})
