import { letterOf, openWritePage, pressRare } from '../write/at-the-editor.ts'
import { dialogOf, journalOf, statusOf, typeOn, untilKept } from './drafts-kept.ts'
import { openServer } from '../server/server.ts'
import { allow, expect, test } from '../person/journey.ts'

test('after one visit /write opens and works without a network, and what is written there is kept (design/writing.md#writing-offline) @engines @core', async ({
  page,
  consoleErrors,
}) => {
  // The count of the pages is asked for after any pause in the typing, and at the moment the server goes; the fonts come when the
  // page is in use, in Firefox perhaps not before it goes.
  allow(consoleErrors, /net::ERR_|download failed \(font-family/)
  const server = await openServer()
  try {
    await page.goto(`${server.url}/write`)
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await server.kill()

    await page.reload()
    await expect(page.getByRole('button', { name: 'Enviar', exact: true })).toBeEnabled()
    await typeOn(page, 'Escrita en el tren, sin cobertura y con mucha calma')
    await untilKept(page, 'calma')
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('corta')
    await expect(statusOf(page)).toHaveText('Guardado en este equipo')
    await page.reload()
    await expect(letterOf(page)).toHaveText('corta')
    await page.getByRole('button', { name: 'Formato' }).click()
    await expect(page.getByRole('toolbar', { name: 'Formato de la carta' })).toBeVisible()
    await pressRare(page, 'Recuperar')
    await expect(dialogOf(page)).toContainText('Escrita en el tren')
  } finally {
    await server.close()
  }
})

test('the service worker keeps the site’s own files and the writing page only: no call, no other page', async ({
  page,
  server,
  consoleErrors,
}) => {
  await openWritePage(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.goto('/verify-email?token=secreto')
  // An invented token is refused, and the browser says so.
  await expect(page.getByText('Verification Link Expired')).toBeVisible()
  await expect
    .poll(() => consoleErrors.splice(0).filter((text) => text.includes('status of 400')).length)
    .toBe(1)
  await page.evaluate(() => fetch('/config'))
  const kept = await page.evaluate(async () => {
    const names = await caches.keys()
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return keys.flat().map(({ url }) => url.slice(location.origin.length))
  })
  expect(kept).toContain('/write')
  expect(kept.filter((path) => path !== '/write' && !path.startsWith('/assets/'))).toEqual([])
  const script = await fetch(`${server.url}/service-worker.js`)
  expect(script.headers.get('cache-control')).toBe('no-cache')
  // Safari refuses the captcha's and the preview's workers where their service worker's policy does not name them.
  expect(script.headers.get('content-security-policy')).toContain("worker-src 'self'")
})

test('a page under the service worker is asked of the network first', async ({ page }) => {
  await openWritePage(page)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  expect(await page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true)
  await page.evaluate(async () => {
    for (const name of await caches.keys())
      await (
        await caches.open(name)
      ).put('/write', new Response('<p>vieja</p>', { headers: { 'content-type': 'text/html' } }))
  })
  await openWritePage(page)
  await expect(page.getByText('vieja')).toHaveCount(0)
  expect((await journalOf(page)).versions).toEqual([])
})
