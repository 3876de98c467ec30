import type { Page } from '@playwright/test'
import { allow, expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { goWithin, heading, openMenu, takenOver, visit, hold } from '../person/visit.ts'

const landing = 'Envía cartas personales de forma fácil y rápida'

/** What a document that stays remembers, and a new one does not. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-mark', 'same'))
const isSameDocument = (page: Page) =>
  page.evaluate(() => document.documentElement.getAttribute('data-mark') === 'same')

type Holding = { isHolding: boolean; held: (() => void)[] }

/** Answers the chunk of /login only when `release` is called. */
async function holdLogin(page: Page) {
  const asked = page.waitForRequest(/\/assets\/login-.*\.js$/)
  return { asked, release: await hold(page, /\/assets\/login-.*\.js$/) }
}

async function openLogin(page: Page) {
  const menu = await openMenu(page)
  await menu.getByRole('link', { name: 'Iniciar sesión' }).click()
}

test.describe('client-side', () => {
  test('[2.11] links, Back and Forward change the screen, its title and the focus within one document @core', async ({
    page,
  }) => {
    await visit(page, '/')
    await mark(page)
    await page.getByRole('link', { name: 'Privacy policy' }).click()
    await expect(heading(page, 'Política de privacidad')).toBeFocused()
    await expect(page).toHaveTitle('Política de privacidad · Lacre')
    await expect(page).toHaveURL(/\/privacy-policy$/)
    await page.getByRole('link', { name: 'Lacre, ir al inicio' }).click()
    await expect(heading(page, landing)).toBeFocused()
    await page.getByRole('link', { name: 'Comenzar ahora' }).click()
    await expect(heading(page, /de [A-Z]\w+ \d{4}/)).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Carta' })).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)

    await page.goBack()
    await expect(heading(page, landing)).toBeFocused()
    await page.goBack()
    await expect(heading(page, 'Política de privacidad')).toBeFocused()
    await expect(page).toHaveURL(/\/privacy-policy$/)
    await page.goForward()
    await expect(heading(page, landing)).toBeFocused()
    await expect(page.locator('body > #root > div > p[role=status]')).toHaveText(/^Lacre: envía cartas/)
    expect(await isSameDocument(page)).toBe(true)
  })

  test('[2.11] Back brings the page to where it was, a link to its top', async ({ page }) => {
    await visit(page, '/')
    const about = page.getByRole('link', { name: 'About' })
    await about.scrollIntoViewIfNeeded()
    const before = await page.evaluate(() => scrollY)
    expect(before).toBeGreaterThan(100)
    await about.click()
    await expect(heading(page, 'Quiénes somos')).toBeFocused()
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
    await page.goBack()
    await expect(heading(page, landing)).toBeFocused()
    // At the page's foot: half a pixel of its height may round otherwise.
    await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(2)
  })

  test('[2.11] Back while the next screen is loading stays where it leads', async ({ page }) => {
    await visit(page, '/')
    const { asked, release } = await holdLogin(page)
    await openLogin(page)
    await asked
    await expect(page).toHaveURL(/\/login$/)
    await expect(heading(page, landing)).toBeVisible()
    await page.goBack()
    const came = page.waitForResponse(/\/assets\/login-.*\.js$/)
    release()
    await (await came).finished()
    await page.evaluate(() => new Promise((done) => requestIdleCallback(done)))
    await expect(page).toHaveURL(/\/$/)
    await expect(heading(page, landing)).toBeVisible()
    await expect(page).toHaveTitle(/^Lacre: envía/)
  })

  test('[2.11] Back between the loading of a screen and its drawing leads back too', async ({ page }) => {
    // React draws what was loaded in a message to itself; held back, the moment lasts as long as the test needs.
    await page.addInitScript(() => {
      const held: (() => void)[] = []
      Object.assign(window, { held, isHolding: false })
      const post = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'postMessage')?.value as (
        this: MessagePort,
        ...message: unknown[]
      ) => void
      MessagePort.prototype.postMessage = function (...message: unknown[]) {
        const now = () => post.apply(this, message)
        if ((window as unknown as Holding).isHolding) held.push(now)
        else now()
      }
    })
    const setHolding = (isHolding: boolean) =>
      page.evaluate((is) => void Object.assign(window, { isHolding: is }), isHolding)

    await visit(page, '/')
    await mark(page)
    const { asked, release } = await holdLogin(page)
    await openLogin(page)
    await asked
    await expect(page).toHaveURL(/\/login$/)
    await setHolding(true)
    release()
    await expect
      .poll(() => page.evaluate(() => (window as unknown as Holding).held.length))
      .toBeGreaterThan(0)
    await page.goBack()
    await setHolding(false)
    await page.evaluate(() => (window as unknown as Holding).held.forEach((draw) => draw()))

    await expect(heading(page, landing)).toBeFocused()
    await expect(page).toHaveURL(/\/$/)
    await expect(page).toHaveTitle(/^Lacre: envía/)
    expect(await isSameDocument(page)).toBe(true)
  })
})

test.describe('what cannot be shown', () => {
  test('[2.12] an address that is none gets the fallback page, asked of the server or within the site', async ({
    page,
    consoleErrors,
  }) => {
    const answer = await page.goto('/no-existe')
    expect(answer?.status()).toBe(404)
    await expect(heading(page, 'Esta página no existe')).toBeVisible()
    await expect(page).toHaveTitle('Esta página no existe · Lacre')
    await takenOver(page)
    await page.getByRole('link', { name: 'Ir al inicio', exact: true }).click()
    await expect(heading(page, landing)).toBeVisible()

    await goWithin(page, '/tampoco')
    await expect(heading(page, 'Esta página no existe')).toBeFocused()
    await page.goBack()
    await expect(heading(page, landing)).toBeVisible()
    allow(consoleErrors, /status of 404/)
  })

  test('[2.12] a screen that does not load says so, keeps header and footer, and comes at the next try', async ({
    page,
    consoleErrors,
  }) => {
    await visit(page, '/')
    await page.route(/\/assets\/login-.*\.js$/, (route) => route.abort())
    await openLogin(page)
    await expect(heading(page, 'No se ha podido abrir la página')).toBeFocused()
    await expect(page.getByRole('main')).toContainText('su texto sigue guardado')
    await expect(page.getByRole('link', { name: 'Lacre, ir al inicio' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Terms of use' })).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
    await page.unroute(/\/assets\/login-.*\.js$/)
    await page.getByRole('button', { name: 'Recargar la página' }).click()
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
    allow(consoleErrors, /net::ERR_FAILED|^Error loading the screen/)
  })
})

test('[6.3, 2.81, 4.29] what is the account’s leads to /login without a token, opened by its address or from within', async ({
  page,
  server,
  consoleErrors,
}) => {
  // The desk may be asking for the account's drafts at the moment the token goes.
  allow(consoleErrors, /401/)
  for (const path of ['/my-letters', '/address-book', '/profile']) {
    await page.goto(path)
    await expect(heading(page, 'Iniciar sesión')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  }

  await signIn(page, server, 'carmen@ejemplo.test')
  await visit(page, '/write')
  await page.evaluate(() => localStorage.removeItem('token'))
  await goWithin(page, '/profile')
  await expect(heading(page, 'Iniciar sesión')).toBeFocused()
  await expect(page).toHaveURL(/\/login$/)
})
