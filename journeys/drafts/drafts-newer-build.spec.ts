import { letterOf, paymentOf, sendOf, pressRare } from '../write/at-the-editor.ts'
import { dialogOf, typeOn, untilKept } from './drafts-kept.ts'
import { allow, expect, test } from '../person/journey.ts'
import { openFront } from './newer-build.ts'
import { signIn } from '../person/person.ts'

const missing = 'No se ha podido abrir esa parte de la página.'

test('a page of the older build goes on working after a newer one is there, and the newer takes over at the next visit (design/writing.md#writing-offline)', async ({
  page,
  context,
  server,
  consoleErrors,
}) => {
  const front = await openFront(server)
  try {
    await signIn(page, { ...server, url: front.url }, 'nueva@ejemplo.test')
    await page.goto(`${front.url}/write`)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await expect(sendOf(page)).toBeEnabled()
    await typeOn(page, 'Escrita con la de ayer')
    await untilKept(page, 'ayer')

    front.deploy()
    await typeOn(page, ', y con calma')
    await untilKept(page, 'con calma')
    // Nothing of this was loaded before; its files are no longer on the server.
    await page.getByRole('button', { name: 'Formato' }).click()
    await expect(page.getByRole('toolbar', { name: 'Formato de la carta' })).toBeVisible()
    await pressRare(page, 'Recuperar')
    await expect(dialogOf(page)).toContainText('Escrita con la de ayer, y con calma')
    await page.keyboard.press('Escape')
    await sendOf(page).click()
    await expect(paymentOf(page).getByLabel('Número de tarjeta')).toBeVisible()
    await paymentOf(page).getByRole('button', { name: 'Cancelar' }).click()

    // The heavy part is not kept beforehand: the page says so, and that loading it again helps.
    allow(consoleErrors, /404|Failed to fetch dynamically imported module|Error loading|net::ERR/)
    await page.getByRole('button', { name: 'Vista previa' }).click()
    await expect(page.getByRole('alert')).toContainText(missing)
    await typeOn(page, '.')
    await page.getByRole('button', { name: 'Volver a cargar' }).click()
    await expect(page.locator('html[data-build=newer]')).toBeAttached()
    await expect(letterOf(page)).toHaveText('Escrita con la de ayer, y con calma.')
    // What one wanted to open is open now.
    await expect(page.getByRole('region', { name: 'Vista previa' })).toContainText('1 página')

    // The older service worker goes with the last page of its build.
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
    await expect
      .poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting)))
      .toBe(true)
    await page.close()
    const next = await context.newPage()
    await expect(async () => {
      await next.goto(`${front.url}/write`)
      expect(await next.evaluate(() => caches.keys())).toEqual([
        expect.stringMatching(/^lacre-[0-9a-f]{12}b$/),
      ])
    }).toPass()
    await expect(letterOf(next)).toHaveText('Escrita con la de ayer, y con calma.')
    await front.close()
    await next.reload()
    await expect(next.locator('html[data-build=newer]')).toBeAttached()
    await expect(sendOf(next)).toBeEnabled()
    await expect(letterOf(next)).toHaveText('Escrita con la de ayer, y con calma.')
  } finally {
    await front.close().catch(() => {})
  }
})
