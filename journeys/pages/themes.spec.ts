import type { Page } from '@playwright/test'
import { contrast, type Rgb } from '../a11y/worst-contrast.ts'
import { chromiumLaunch } from '../chromium.ts'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { openMenu, styleOf, visit } from '../person/visit.ts'

// Playwright would hide the scrollbars, and with them what moves when one goes.
test.use({ launchOptions: { ...chromiumLaunch, ignoreDefaultArgs: ['--hide-scrollbars'] } })

const labels = { classic: 'Clásico', light: 'Claro', dark: 'Oscuro' }
const bodyClass = (page: Page) => page.evaluate(() => document.body.className)
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'))

test('[2.85, 3.17, 3.18, 3.20, 3.21, 4.25, 4.26] the profile offers three themes, free to switch, each stored and on the body', async ({
  page,
  server,
}) => {
  await signIn(page, server, 'irene@ejemplo.test')
  await visit(page, '/profile')
  await expect(page.getByRole('heading', { name: 'Preferencias' })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(3)
  await expect(page.getByRole('radio', { name: 'Clásico' })).toBeChecked()
  const papers = new Set<string>()
  for (const name of ['dark', 'light', 'classic', 'dark'] as const) {
    await page.getByRole('radio', { name: labels[name] }).check()
    await expect.poll(() => bodyClass(page)).toBe(`theme-${name}`)
    expect(await stored(page)).toBe(name)
    papers.add(await styleOf(page, 'body', 'background-color'))
  }
  expect(papers.size).toBe(3)
})

test('[4.27] the theme persists and is on the page before anything is painted, on every screen', async ({
  page,
}) => {
  await visit(page, '/')
  await page.evaluate(() => localStorage.setItem('theme', 'dark'))
  // The class of the body at the moment when the first paint could be: when the body's own content begins.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.getElementById('root')) return
      document.documentElement.dataset.first = document.body.className
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  for (const path of ['/', '/write', '/login', '/terms-of-use', '/success']) {
    await visit(page, path)
    expect([path, await page.locator('html').getAttribute('data-first')]).toEqual([path, 'theme-dark'])
    expect(await bodyClass(page)).toBe('theme-dark')
  }
})

test('[4.27] another tab that chooses a theme is followed', async ({ page, context, server }) => {
  await visit(page, '/about-us')
  const other = await context.newPage()
  await signIn(other, server, 'irene@ejemplo.test')
  await visit(other, `${server.url}/profile`)
  await other.getByRole('radio', { name: 'Oscuro' }).check()
  await expect.poll(() => bodyClass(page)).toBe('theme-dark')
})

for (const name of ['classic', 'light', 'dark'] as const)
  test(`[4.25] ${name}: a button's words read well, hovered too (4.5 to 1)`, async ({ page }) => {
    await visit(page, '/')
    await page.evaluate((theme) => localStorage.setItem('theme', theme), name)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await visit(page, '/')
    const button = page.getByRole('link', { name: 'Comenzar a escribir' })
    for (const reach of [() => page.mouse.move(0, 0), () => button.hover()]) {
      await reach()
      const [ink, ground] = await button.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element)
        return [color, backgroundColor].map((colour) => colour.match(/[\d.]+/g)!.map(Number))
      })
      expect(contrast(ink as Rgb, ground as Rgb)).toBeGreaterThanOrEqual(4.5)
    }
  })

test('[4.25] behind a dialog nothing moves, and the scrollbar place is as dark as the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1400, height: 500 })
  await visit(page, '/write')
  expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
  const left = () =>
    page.getByRole('heading', { level: 1 }).evaluate((one) => one.getBoundingClientRect().left)
  const before = await left()
  await page.getByRole('button', { name: 'Ver el detalle de costes' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await left()).toBe(before)
  expect(await styleOf(page, 'html', 'background-color')).not.toBe(
    await styleOf(page, 'body', 'background-color'),
  )
  await page.keyboard.press('Escape')
  await openMenu(page)
  expect(await left()).toBe(before)
})
