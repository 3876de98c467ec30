import type { Browser } from '@playwright/test'
import { letterOf, openWritePage } from '../write/at-the-editor.ts'
import { draftsOf, journalOf, typeOn, untilInAccount, untilKept } from './drafts-kept.ts'
import type { Server } from '../server/server.ts'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'

/** Another browser of the same person, with nothing in it. */
async function otherDevice(browser: Browser, server: Server, email: string) {
  const context = await browser.newContext({ baseURL: server.url, locale: 'es-ES' })
  const page = await context.newPage()
  await signIn(page, server, email)
  return page
}

test('signed in, the letter is in the account within seconds, and there on another device (design/writing.md#account-drafts) @core', async ({
  page,
  server,
  browser,
}) => {
  const token = await signIn(page, server, 'cuenta@ejemplo.test')
  await openWritePage(page)
  await typeOn(page, 'Escrita en casa')
  await untilInAccount(page, server, token, 'Escrita en casa')
  expect(await draftsOf(server, token)).toHaveLength(1)

  const away = await otherDevice(browser, server, 'cuenta@ejemplo.test')
  await openWritePage(away)
  await expect(letterOf(away)).toHaveText('Escrita en casa')
  await untilInAccount(away, server, token, 'Escrita en casa')
  await away.context().close()
})

test('changed on two devices: both texts are kept, the newest is shown (design/writing.md#newer-text-wins)', async ({
  page,
  server,
  browser,
  consoleErrors,
}) => {
  const email = 'dos-equipos@ejemplo.test'
  const token = await signIn(page, server, email)
  await openWritePage(page)
  await typeOn(page, 'Querida Ana')
  await untilInAccount(page, server, token, 'Querida Ana')
  const away = await otherDevice(browser, server, email)
  await openWritePage(away)
  await expect(letterOf(away)).toHaveText('Querida Ana')
  await untilInAccount(away, server, token, 'Querida Ana')

  await typeOn(away, ', desde el tren')
  await expect.poll(() => draftsOf(server, token)).toEqual(['<p>Querida Ana, desde el tren</p>'])
  await typeOn(page, ', desde casa')
  await expect(page.getByRole('alert')).toContainText('Este borrador se ha cambiado en otro equipo.')
  await expect(letterOf(page)).toHaveText('Querida Ana, desde casa')
  await expect
    .poll(async () => (await journalOf(page)).versions.map(({ html }) => html))
    .toContain('<p>Querida Ana, desde el tren</p>')
  await expect.poll(() => draftsOf(server, token)).toEqual(['<p>Querida Ana, desde casa</p>'])

  await openWritePage(away)
  await expect(letterOf(away)).toHaveText('Querida Ana, desde casa')
  await expect
    .poll(async () => (await journalOf(away)).versions.map(({ html }) => html))
    .toContain('<p>Querida Ana, desde el tren</p>')
  await away.context().close()
  allow(consoleErrors, /status of 409/)
})

test('a letter written before one signs in is not replaced by the account’s older one', async ({
  page,
  server,
  browser,
}) => {
  const email = 'antes@ejemplo.test'
  const token = await signIn(page, server, email)
  await openWritePage(page)
  await typeOn(page, 'La de la cuenta')
  await untilInAccount(page, server, token, 'La de la cuenta')

  const context = await browser.newContext({ baseURL: server.url, locale: 'es-ES' })
  const away = await context.newPage()
  await openWritePage(away)
  await typeOn(away, 'La de aquí')
  await untilKept(away, 'La de aquí')
  await signIn(away, server, email)
  await openWritePage(away)
  await untilInAccount(away, server, token, 'La de aquí')
  await expect(letterOf(away)).toHaveText('La de aquí')
  expect((await journalOf(away)).versions).toMatchObject([
    { html: '<p>La de la cuenta</p>', because: 'account' },
  ])
  expect((await draftsOf(server, token)).toSorted()).toEqual(['<p>La de aquí</p>', '<p>La de la cuenta</p>'])
  await context.close()
})

test('a sent letter leaves no copy in the account', async ({ page, server }) => {
  const token = await signIn(page, server, 'sin-copia@ejemplo.test')
  await openWritePage(page)
  await typeOn(page, 'Para enviar')
  await untilInAccount(page, server, token, 'Para enviar')
  await page.goto('/success')
  await expect.poll(() => draftsOf(server, token)).toEqual([])
})
