import { letterOf, openWritePage, sendOf, stored, storedKeys, eraseDraft } from '../write/at-the-editor.ts'
import { draftsOf, journalOf, statusOf, typeOn, untilInAccount } from './drafts-kept.ts'
import { openServer } from '../server/server.ts'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { openMenu, takenOver } from '../person/visit.ts'

test('Borrar borrador, signed in: gone from the account also after a reload, and another device does not bring it back (design/writing.md#erase-a-draft)', async ({
  page,
  server,
  browser,
}) => {
  const email = 'borra@ejemplo.test'
  const token = await signIn(page, server, email)
  await openWritePage(page)
  await typeOn(page, 'Para borrar')
  await untilInAccount(page, server, token, 'Para borrar')
  const context = await browser.newContext({ baseURL: server.url, locale: 'es-ES' })
  const away = await context.newPage()
  await signIn(away, server, email)
  await openWritePage(away)
  await expect(letterOf(away)).toHaveText('Para borrar')
  await untilInAccount(away, server, token, 'Para borrar')

  await eraseDraft(away)
  await expect(statusOf(away)).toHaveText('Se ha borrado el borrador de este equipo y de su cuenta.')
  expect(await draftsOf(server, token)).toEqual([])
  await away.reload()
  await expect(sendOf(away)).toBeEnabled()
  await expect(letterOf(away)).toHaveText('')
  expect(await journalOf(away)).toEqual({ current: undefined, versions: [], pictures: 0 })

  // The first device keeps what it has, says where, and does not bring it back into the account by itself.
  const listed = page.waitForResponse((answer) => answer.url().endsWith('/drafts/'))
  await page.reload()
  expect(await (await listed).json()).toEqual({ drafts: [] })
  await expect(letterOf(page)).toHaveText('Para borrar')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  await page.reload()
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  expect(await draftsOf(server, token)).toEqual([])
  await typeOn(page, ', o no')
  await untilInAccount(page, server, token, 'Para borrar, o no')
  expect(await draftsOf(server, token)).toHaveLength(1)
  await context.close()
})

test('what is on its way to the account while it is erased does not stay there', async ({ page, server }) => {
  const token = await signIn(page, server, 'borra-a-la-vez@ejemplo.test')
  let letGo = () => {}
  const held = new Promise<void>((go) => (letGo = go))
  await page.route('**/drafts/*', async (route) => {
    if (route.request().method() === 'PUT') await held
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await openWritePage(page)
  await typeOn(page, 'Aún no ha llegado')
  await sent
  await eraseDraft(page)
  await expect(letterOf(page)).toHaveText('')
  const erased = page.waitForResponse((answer) => answer.request().method() === 'DELETE')
  letGo()
  expect((await erased).status()).toBe(204)
  await expect(statusOf(page)).toHaveText('Se ha borrado el borrador de este equipo y de su cuenta.')
  expect(await draftsOf(server, token)).toEqual([])
  await typeOn(page, 'Otra')
  await untilInAccount(page, server, token, 'Otra')
  expect(await draftsOf(server, token)).toHaveLength(1)
})

test('Borrar borrador without a network: erased here now, and in the account once the server answers, also from a new tab', async ({
  context,
}) => {
  const server = await openServer()
  try {
    let page = await context.newPage()
    const token = await signIn(page, server, 'sin-red@ejemplo.test')
    await page.goto(`${server.url}/write`)
    await typeOn(page, 'Para borrar sin red')
    await untilInAccount(page, server, token, 'Para borrar sin red')
    // Without its cache the browser could not load the dialog offline.
    await page.evaluate(() => navigator.serviceWorker.ready)
    await server.kill()

    await eraseDraft(page)
    const dialog = page.getByRole('dialog', { name: '¿Borrar el borrador?' })
    await expect(dialog.getByRole('status')).toContainText(
      'Se ha borrado de este equipo, pero sigue en su cuenta: no hay conexión con el servidor.',
    )
    expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
    await dialog.getByRole('button', { name: 'Entendido' }).click()
    await expect(letterOf(page)).toHaveText('')
    await expect(statusOf(page)).toHaveText('Se ha borrado el borrador de este equipo.')
    await page.close()

    await server.start()
    expect(await draftsOf(server, token)).toHaveLength(1)
    page = await context.newPage()
    await page.goto(server.url)
    await expect.poll(() => draftsOf(server, token)).toEqual([])
    await page.goto(`${server.url}/write`)
    await expect(sendOf(page)).toBeEnabled()
    await expect(letterOf(page)).toHaveText('')
    await expect.poll(() => stored(page, 'draftsToErase')).toBeNull()
  } finally {
    await server.close()
  }
})

test('after logging out, one line offers to erase drafts and addresses from this device, and says that it did (design/writing.md#after-logging-out)', async ({
  page,
  server,
}) => {
  const email = 'despedida@ejemplo.test'
  const token = await signIn(page, server, email)
  await openWritePage(page)
  await typeOn(page, 'En un equipo de todos')
  await untilInAccount(page, server, token, 'En un equipo de todos')
  await page.evaluate(() => localStorage.setItem('originAddress', '{}'))
  await (await openMenu(page)).getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page.getByText('¿Otras personas usan este equipo?')).toBeVisible()
  await page.getByRole('button', { name: 'Borrar de él borradores y direcciones' }).focus()
  await page.keyboard.press('Enter')
  const sure = page.getByRole('button', { name: 'Borrar', exact: true })
  await expect(sure).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'Se han borrado de este equipo' })).toBeFocused()
  expect(await journalOf(page)).toEqual({ current: undefined, versions: [], pictures: 0 })
  expect(await storedKeys(page)).toEqual(['device'])

  await page.reload()
  await takenOver(page)
  await expect(page.getByText('¿Otras personas usan este equipo?')).toHaveCount(0)
  expect(await draftsOf(server, await signIn(page, server, email))).toHaveLength(1)
})
