import type { Page } from '@playwright/test'
import { wholeLaunch } from '../chromium.ts'
import { expect, test } from '../person/journey.ts'
import { freezeLetter } from '../person/paid-letter.ts'
import { signIn } from '../person/person.ts'
import { heading, openMenu, takenOver, visit } from '../person/visit.ts'
import { letterOf, openWritePage } from '../write/at-the-editor.ts'
import { recipient } from '../write/write-a-letter.ts'

// Playwright starts Chromium without it, and the shell has none.
test.use({ launchOptions: { ...wholeLaunch, ignoreDefaultArgs: ['--disable-back-forward-cache'] } })

/** Leaves the document for another one, as by a link from outside. */
async function leave(page: Page) {
  await page.evaluate(() => Object.assign(window, { isAsLeft: true }))
  await visit(page, '/about-us')
}
async function goBack(page: Page, by = -1) {
  await page.evaluate((steps) => history.go(steps), by)
  await page.waitForFunction(() => 'isAsLeft' in window)
}

const row = (page: Page) => page.getByRole('listitem').filter({ hasText: recipient.name })

test('Mis cartas from the back-forward cache shows no letters after a logout', async ({ page, server }) => {
  const token = await signIn(page, server, 'atras@ejemplo.test')
  await freezeLetter(server, token)
  await visit(page, '/my-letters')
  await expect(row(page)).toBeVisible()
  await leave(page)
  await goBack(page)
  await expect(row(page)).toBeVisible()

  await leave(page)
  await (await openMenu(page)).getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(page).toHaveURL(/\/$/)
  await goBack(page, -2)
  await expect(heading(page, 'Iniciar sesión')).toBeVisible()
  await expect(row(page)).toHaveCount(0)
})

test('the writing page from the back-forward cache goes on with the letter', async ({ page }) => {
  await openWritePage(page)
  await letterOf(page).click()
  await page.keyboard.type('Querida Elena')
  await leave(page)
  await goBack(page)
  await takenOver(page)
  await expect(letterOf(page)).toHaveText('Querida Elena')
  await letterOf(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(', hola')
  await expect(letterOf(page)).toHaveText('Querida Elena, hola')
})
