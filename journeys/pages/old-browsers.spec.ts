import { allow, expect, test } from '../person/journey.ts'

const tooOld = /Su navegador es demasiado antiguo/

test('a browser older than the written ones says so on every page; a newer one does not (docs/browsers.md)', async ({
  page,
  complaints,
}) => {
  await page.goto('/write')
  await expect(page.getByText(tooOld)).toBeHidden()
  for (const missing of [
    'delete Promise.withResolvers',
    'delete AbortSignal.any',
    'delete HTMLElement.prototype.popover',
  ]) {
    allow(complaints, /./)
    const old = await page.context().newPage()
    await old.addInitScript(missing)
    for (const path of ['/write', '/', '/login']) {
      await old.goto(path)
      await expect(old.getByText(tooOld)).toBeVisible()
    }
    await old.close()
  }
})

test('without script a page says what is missing', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/write`)
  await expect(page.getByText('Para escribir y enviar cartas hace falta JavaScript.')).toBeVisible()
  await context.close()
})
