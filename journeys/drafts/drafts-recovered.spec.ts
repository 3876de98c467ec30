import {
  keepInBrowser,
  letterOf,
  openWritePage,
  sendOf,
  stored,
  storedKeys,
  focusRare,
  pressRare,
} from '../write/at-the-editor.ts'
import { dialogOf, journalOf, statusOf, typeOn, untilKept } from './drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'

test('Recuperar by keyboard alone: the version comes back in its looks, what it replaced is one too, and undo takes it back', async ({
  page,
}) => {
  await keepInBrowser(page, { letterStyle: 'a-mano grande sello' })
  await openWritePage(page)
  await typeOn(page, 'Esta carta es bastante larga, y luego se borra casi entera.')
  await untilKept(page, 'casi entera')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Nada')
  await untilKept(page, '<p>Nada</p>')
  await page.getByRole('button', { name: 'Estilo de la carta' }).click()
  await page.getByRole('radio', { name: 'Máquina' }).click()
  await page.getByRole('switch', { name: 'Letra grande' }).click()
  await expect.poll(() => stored(page, 'letterStyle')).toBe('maquina sello')

  await focusRare(page, 'Recuperar')
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const [present, before] = [dialog.getByRole('listitem').first(), dialog.getByRole('listitem').last()]
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await expect(before).toContainText('Esta carta es bastante larga')
  await expect(before).toContainText('Antes de borrar una parte grande')
  await expect(dialog.locator('time')).toHaveText([/\d{1,2}:\d{2}/, /\d{1,2}:\d{2}/])
  // The present one is listed too, and brings nothing back onto itself.
  await expect(present).toContainText('La actual')
  await expect(present).toContainText('Nada')
  await expect(present.getByRole('button')).toHaveCount(0)
  const restore = dialog.getByRole('button', { name: /^Recuperar la versión del/ })
  for (let tabs = 0; tabs < 4 && !(await restore.evaluate((one) => one === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(letterOf(page)).toHaveText(/^Esta carta es bastante larga/)
  await expect(page.getByText('Versión recuperada.')).toHaveCount(1)
  await expect(letterOf(page)).toBeFocused()
  await expect.poll(() => stored(page, 'letterStyle')).toBe('a-mano grande sello')
  await expect(letterOf(page)).toHaveCSS('font-family', /^"?Caveat Variable/)
  await untilKept(page, 'casi entera')
  expect((await journalOf(page)).versions.map(({ html }) => html)).toContain('<p>Nada</p>')

  // What it took the place of has the looks that it had.
  await pressRare(page, 'Recuperar')
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'Antes de recuperar otra versión' })
    .getByRole('button')
    .click()
  await expect(letterOf(page)).toHaveText('Nada')
  await expect.poll(() => stored(page, 'letterStyle')).toBe('maquina sello')
  await expect(letterOf(page)).toBeFocused()
  // Undone, a version takes its looks along; done again it brings them.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(letterOf(page)).toHaveText(/^Esta carta es bastante larga/)
  await expect.poll(() => stored(page, 'letterStyle')).toBe('a-mano grande sello')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(letterOf(page)).toHaveText('Nada')
  await expect.poll(() => stored(page, 'letterStyle')).toBe('maquina sello')
})

test('Recuperar before there is a version shows the present text and says when one is made; a version equal to it offers nothing', async ({
  page,
}) => {
  await openWritePage(page)
  await pressRare(page, 'Recuperar')
  const dialog = dialogOf(page)
  await expect(dialog).toContainText('Todavía no hay ninguna versión anterior.')
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await page.keyboard.press('Escape')

  await typeOn(page, 'La única')
  await pressRare(page, 'Recuperar')
  await expect(dialog.getByRole('listitem')).toHaveText([/La actual.*La única/])
  await expect(dialog).toContainText('Todavía no hay ninguna versión anterior.')
  await page.keyboard.press('Escape')

  // Enviar without a session keeps the text as a version; it is still the one on the desk.
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await page.goBack()
  await expect(letterOf(page)).toHaveText('La única')
  await pressRare(page, 'Recuperar')
  await expect(dialog.getByRole('listitem')).toHaveText([
    /La actual.*La única/,
    /Al pulsar Enviar.*Igual que la actual/,
  ])
  await expect(dialog.getByRole('button', { name: /^Recuperar la versión/ })).toHaveCount(0)
})

test('the login detour, a logout, a 401 and a 500 lose no word (design/writing.md#no-word-is-lost)', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openWritePage(page)
  await typeOn(page, 'la de siempre')
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login$/)
  await signIn(page, server, 'desvio@ejemplo.test')
  await openWritePage(page)
  await expect(letterOf(page)).toHaveText('la de siempre')

  page.on('dialog', (dialog) => void dialog.accept())
  await page.route('**/letters/', (route) => route.fulfill({ status: 500, json: { detail: 'No.' } }))
  await typeOn(page, ', más')
  await sendOf(page).click()
  await expect(page.getByRole('alert')).toContainText('No.')
  await page.unroute('**/letters/')
  await page.route('**/letters/', (route) => route.fulfill({ status: 401, json: { detail: 'No.' } }))
  await typeOn(page, ', y más')
  await sendOf(page).click()
  await expect(page).toHaveURL(/\/login\?motivo=sesion$/)
  await page.unroute('**/letters/')
  allow(consoleErrors, /status of (401|500)|Failed to create letter/)

  await signIn(page, server, 'desvio@ejemplo.test')
  await openWritePage(page)
  await typeOn(page, '.')
  await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  const reasons = async () => (await journalOf(page)).versions.map(({ because }) => because)
  await expect.poll(reasons).toContain('signed-out')
  expect(await reasons()).toContain('sending')
  await openWritePage(page)
  await expect(letterOf(page)).toHaveText('la de siempre, más, y más.')
})

test('Borrar borrador asks, and then leaves nothing in this browser (design/writing.md#erase-a-draft)', async ({
  page,
}) => {
  // The looks go too, and the signature is one of them.
  const signature = JSON.stringify({ colour: 'black', strokes: [[100, 100, 200, 200]] })
  await keepInBrowser(page, { letterStyle: `libro sello ${signature}` })
  await openWritePage(page)
  await expect(page.getByRole('img', { name: 'Su firma', exact: true })).toBeVisible()
  await typeOn(page, 'un secreto bastante largo que nadie más debe leer aquí')
  await untilKept(page, 'secreto')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('x')
  await untilKept(page, '<p>x</p>')
  await page.evaluate(() => localStorage.setItem('originAddress', '{}'))
  await pressRare(page, 'Borrar borrador')
  const dialog = page.getByRole('dialog', { name: '¿Borrar el borrador?' })
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(letterOf(page)).toHaveText('x')

  await pressRare(page, 'Borrar borrador')
  await dialog.getByRole('button', { name: 'Borrar borrador' }).click()
  await expect(letterOf(page)).toHaveText('')
  await expect(page.getByRole('img', { name: 'Su firma', exact: true })).toBeHidden()
  await expect(statusOf(page)).toHaveText('Se ha borrado el borrador de este equipo.')
  expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
  expect(await storedKeys(page)).toEqual([])
  await page.reload()
  await expect(letterOf(page)).toHaveText('')
})
