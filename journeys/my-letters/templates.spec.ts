import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { KeepTemplateBody, TemplateList } from '@lacre/letter/looks/template-calls.ts'
import type { Page } from '@playwright/test'
import { dialogOf as versionsOf, untilKept } from '../drafts/drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { payLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { callerOf, type Server } from '../server/server.ts'
import {
  keepInBrowser,
  letterOf,
  openWritePage,
  stored,
  focusRare,
  pressRare,
} from '../write/at-the-editor.ts'
import { photo } from '../write/photo.ts'
import { recipient } from '../write/write-a-letter.ts'
import { answerOf } from '../server/call-server.ts'

test.use({ serverName: 'templates' })
test.beforeEach(async ({ page }, { testId, repeatEachIndex }) => {
  // A preview with a photo is work, and one caller has only so much of it a minute.
  await page.setExtraHTTPHeaders(callerOf(`${testId} ${repeatEachIndex}`))
})

const openerOf = (page: Page) => page.getByRole('button', { name: 'Plantillas', exact: true })
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Mis plantillas' })
const rowOf = (page: Page, name: string | RegExp) =>
  dialogOf(page).getByRole('listitem').filter({ hasText: name })
const act = (page: Page, name: string, action: string) =>
  rowOf(page, name).getByRole('button', { name: action, exact: true })
const signature = (page: Page) => page.getByRole('img', { name: 'Su firma', exact: true })

const looks: PartialLooks = {
  style: 'libro',
  size: 'grande',
  seal: true,
  signature: { colour: 'blue', strokes: [[100, 200, 180, 90, 260, 210]] },
}
const chosen = `libro grande sello ${JSON.stringify(looks.signature)}`
const withPhoto = async () => {
  const src = `data:image/jpeg;base64,${(await photo(300)).toString('base64')}`
  return `<p>Felices fiestas a todos</p><p><img src="${src}" data-size="mediana" data-caption="El belén"></p>`
}

const plant = (server: Server, token: string, body: KeepTemplateBody) =>
  answerOf(server, token, `/templates/${crypto.randomUUID()}`, { method: 'PUT', body })
const namesOf = async (server: Server, token: string) =>
  (await answerOf<TemplateList>(server, token, '/templates/')).templates.map(({ name }) => name)

/** What the preview's pages are made from, newest last: the same makes the same pages. */
function previewsOf(page: Page): unknown[] {
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/letters/preview')) asked.push(request.postDataJSON())
  })
  return asked
}

test('a letter kept as a template is begun again with its photo, looks and signature: the same pages; what was there is a version, and comes back by undoing (design/writing.md#templates)', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1300, height: 900 })
  const token = await signIn(page, server, 'plantilla@ejemplo.test')
  const asked = previewsOf(page)
  await keepInBrowser(page, { letterContent: await withPhoto(), letterStyle: chosen })
  await openWritePage(page)
  await page.getByRole('button', { name: 'Vista previa' }).click()
  const first = page.getByRole('region', { name: /^Página 1 de/ })
  await expect(first.getByRole('img', { name: 'El belén' })).toHaveCount(1)
  await expect(first.locator('canvas')).toBeVisible()
  const kept = await stored(page, 'letterContent')

  await pressRare(page, 'Plantillas')
  await expect(dialogOf(page)).toContainText('Todavía no tiene ninguna plantilla.')
  await dialogOf(page).getByRole('button', { name: 'Guardar como plantilla' }).click()
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toHaveAccessibleDescription(
    'Ponga un nombre a la plantilla.',
  )
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toBeFocused()
  await page.keyboard.type('Navidad')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByText('Guardada: «Navidad».')).toBeVisible()
  await expect(rowOf(page, 'Navidad')).toContainText(/\d+ de \S+ de \d{4}/)
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(openerOf(page)).toBeFocused()
  const pages = asked.at(-1)
  expect(pages).toMatchObject({ content: kept, ...looks })

  await letterOf(page).press('ControlOrMeta+A')
  await page.keyboard.type('Otra cosa')
  await untilKept(page, '<p>Otra cosa</p>')
  await page.evaluate(() => localStorage.removeItem('letterStyle'))
  await page.reload()
  await expect(letterOf(page)).toHaveText('Otra cosa')
  await expect(signature(page)).toBeHidden()
  await pressRare(page, 'Plantillas')
  await act(page, 'Navidad', 'Usar').click()
  await expect(dialogOf(page)).toBeHidden()
  await expect(letterOf(page)).toBeFocused()
  await expect(
    page.getByText('Plantilla «Navidad» puesta. Con Control + Z vuelve la carta anterior.'),
  ).toHaveCount(1)
  await expect(letterOf(page).getByRole('img', { name: 'El belén' })).toBeVisible()
  await expect(signature(page)).toBeVisible()
  await expect.poll(() => stored(page, 'letterContent')).toBe(kept)
  expect(await stored(page, 'letterStyle')).toBe(chosen)
  await expect.poll(() => asked.at(-1)).toEqual(pages)
  await expect(first.getByRole('img', { name: 'El belén' })).toHaveCount(1)

  await page.keyboard.press('ControlOrMeta+Z')
  await expect(letterOf(page)).toHaveText('Otra cosa')
  await expect(signature(page)).toBeHidden()
  await page.keyboard.press('ControlOrMeta+Y')
  await expect(signature(page)).toBeVisible()
  await pressRare(page, 'Recuperar')
  const version = versionsOf(page).getByRole('listitem').filter({ hasText: 'Antes de usar una plantilla' })
  await expect(version).toContainText('Otra cosa')
  // It is no draft: the account's only one is the letter.
  expect(await namesOf(server, token)).toEqual(['Navidad'])
})

test('by keyboard at 320 px a template gets another name, is dropped and brought back; what is refused is told there', async ({
  page,
  server,
  consoleErrors,
}) => {
  await page.setViewportSize({ width: 320, height: 568 })
  const token = await signIn(page, server, 'nombres@ejemplo.test')
  await plant(server, token, { name: 'Cumpleaños', content: '<p>Felicidades</p>', ...looks })
  await openWritePage(page)
  await focusRare(page, 'Plantillas')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toContainText('Escriba una carta y podrá guardarla aquí')
  const sideways = () =>
    page.evaluate(() => {
      const dialog = document.querySelector('dialog[open]')!
      return Math.max(
        document.documentElement.scrollWidth - innerWidth,
        dialog.scrollWidth - dialog.clientWidth,
      )
    })
  await act(page, 'Cumpleaños', 'Cambiar nombre').focus()
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toBeFocused()
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toHaveValue('Cumpleaños')
  expect(await sideways()).toBeLessThanOrEqual(0)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Cumpleaños de la abuela')
  await page.keyboard.press('Enter')
  await expect(act(page, 'Cumpleaños de la abuela', 'Usar')).toBeFocused()
  expect(await namesOf(server, token)).toEqual(['Cumpleaños de la abuela'])
  expect(await sideways()).toBeLessThanOrEqual(0)

  await act(page, 'Cumpleaños de la abuela', 'Borrar').focus()
  await page.keyboard.press('Enter')
  await expect(rowOf(page, 'Ha borrado la plantilla')).toBeVisible()
  await expect(dialogOf(page).getByRole('button', { name: 'Deshacer' })).toBeFocused()
  expect(await namesOf(server, token)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(act(page, 'Cumpleaños de la abuela', 'Usar')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(letterOf(page)).toHaveText('Felicidades')
  expect(await stored(page, 'letterStyle')).toBe(chosen)

  for (let n = 2; n <= 20; n++) await plant(server, token, { name: `Otra ${n}`, content: '<p>a</p>' })
  await pressRare(page, 'Plantillas')
  await dialogOf(page).getByLabel('Nombre de la plantilla').fill('La que no cabe')
  await page.keyboard.press('Enter')
  await expect(dialogOf(page).getByRole('alert')).toHaveText(
    'Ya tiene 20 plantillas. Borre una para guardar otra.',
  )
  await expect(dialogOf(page).getByLabel('Nombre de la plantilla')).toHaveValue('La que no cabe')
  await expect(dialogOf(page).getByRole('listitem')).toHaveCount(20)
  allow(consoleErrors, /status of 409/)
})

test('a letter of Mis cartas is kept as a template, without its addresses', async ({ page, server }) => {
  const token = await signIn(page, server, 'de-mis-cartas@ejemplo.test')
  const { id } = await payLetter(server, token, { content: '<p>Felices fiestas</p>', looks })
  await page.goto(`/my-letters?carta=${id}`)
  const keep = page.getByRole('button', { name: 'Guardar como plantilla' })
  await keep.click()
  const dialog = page.getByRole('dialog', { name: 'Guardar como plantilla' })
  await dialog.getByLabel('Nombre de la plantilla').fill('Navidad')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Guardada: «Navidad».')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(keep).toBeFocused()

  await openWritePage(page)
  await pressRare(page, 'Plantillas')
  await act(page, 'Navidad', 'Usar').click()
  await expect(letterOf(page)).toHaveText('Felices fiestas')
  await expect(signature(page)).toBeVisible()
  expect(await stored(page, 'letterStyle')).toBe(chosen)
  expect((await stored(page, 'destinationAddress')) ?? '').not.toContain(recipient.name)
})

test('without a session Plantillas says what they are and leads to /login; the letter stays', async ({
  page,
}) => {
  await keepInBrowser(page, { letterContent: '<p>Querida Elena:</p>' })
  await openWritePage(page)
  await pressRare(page, 'Plantillas')
  await expect(dialogOf(page)).toContainText('para guardar esta carta como plantilla')
  await expect(dialogOf(page).getByRole('textbox')).toHaveCount(0)
  await dialogOf(page).getByRole('link', { name: 'Inicie sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(letterOf(page)).toHaveText('Querida Elena:')
})
