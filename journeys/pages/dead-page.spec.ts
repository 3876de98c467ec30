import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { takenOver, hold } from '../person/visit.ts'
import { letterOf, sendOf } from '../write/at-the-editor.ts'

// A worker has the scripts of an earlier visit.
test.use({ serviceWorkers: 'block' })

const scripts = '**/assets/*.js'
const notice = (page: Page) => page.getByText(/Lo sentimos: la página no ha terminado de cargarse/)
const again = (page: Page) => page.getByRole('button', { name: 'Volver a cargar la página' })

for (const path of ['/', '/write', '/my-letters'])
  test(`${path}: scripts that do not come are told of, and it may be tried again (design/writing.md#early-presses)`, async ({
    page,
    consoleErrors,
  }) => {
    allow(consoleErrors, /Failed to load|status of 404|Service Worker|dynamically imported|net::/)
    await page.route(scripts, (route) => route.abort())
    await page.goto(path)
    await expect(notice(page)).toBeVisible()
    await page.unroute(scripts)
    await again(page).click()
    await takenOver(page)
    await expect(notice(page)).toBeHidden()
  })

test('/verify-email says it in English, and keeps the token for the next try', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load|status of 400|Service Worker|dynamically imported|net::/)
  await page.route(scripts, (route) => route.abort())
  await page.goto('/verify-email?token=wrong')
  await expect(page.getByText('Sorry: this page has not finished loading')).toBeVisible()
  await page.unroute(scripts)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await expect(page.getByRole('heading', { name: /verif|link|expired|invalid/i })).toBeVisible()
  await expect(page.getByText('Sorry: this page')).toBeHidden()
})

test('/write: what was written before the buttons failed is there after another try', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load|Service Worker|dynamically imported|net::/)
  // The editor opens before React: only what comes after it does not come.
  await page.route(/\/assets\/(main|write)-[^/]*\.js/, (route) => route.abort())
  await page.goto('/write')
  await letterOf(page).click()
  await page.keyboard.type('Querida Elena')
  await expect(notice(page)).toBeVisible()
  await sendOf(page).click({ force: true })
  await page.unrouteAll()
  await again(page).click()
  await takenOver(page)
  await expect(letterOf(page)).toHaveText('Querida Elena')
  await expect(notice(page)).toBeHidden()
})

test('/write: where only the script of its screen does not come, the text is kept to the last key, and the page says so', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Failed to load|dynamically imported|Service Worker|net::/)
  const typed = Promise.withResolvers<void>()
  await page.route(/\/assets\/write-[^/]*\.js/, async (route) => {
    await typed.promise
    await route.abort()
  })
  await page.goto('/write', { waitUntil: 'commit' })
  await letterOf(page).click()
  await page.keyboard.type('Querida Elena')
  typed.resolve()
  await expect(page.getByRole('heading', { name: 'No se ha podido abrir la página' })).toBeVisible()
  await expect(page.getByText(/Compruebe su conexión .* su texto sigue guardado/)).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Recargar la página' }).click()
  await takenOver(page)
  await expect(letterOf(page)).toHaveText('Querida Elena')
})

test('scripts that are long on their way are told of, too; once they are there the sentence goes and the press counts', async ({
  page,
  consoleErrors,
}) => {
  allow(consoleErrors, /Service Worker/)
  await page.clock.install()
  const release = await hold(page, scripts)
  await page.goto('/login', { waitUntil: 'commit' })
  const way = page.getByRole('button', { name: 'Continuar con un código' })
  await way.click()
  await expect(notice(page)).toBeHidden()
  await page.clock.fastForward(20_000)
  await expect(notice(page)).toBeVisible()
  release()
  await takenOver(page)
  await expect(notice(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Enviarme un código' })).toBeVisible()
})
