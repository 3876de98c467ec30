import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { answer, callsTo, authPage, expectConsoleError } from '../person/sign-in.ts'
import { openMenu, takenOver, hold } from '../person/visit.ts'
import { makeOperator } from '../print-room/in-the-print-room.ts'
import { keepInBrowser, letterOf, sendOf, stored } from '../write/at-the-editor.ts'

/** A person presses what looks off, too. */
const early = { force: true }

/** Opens a page and holds its scripts until the returned function is called. */
async function openEarly(page: Page, path: string): Promise<() => Promise<void>> {
  const release = await hold(page, '**/assets/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return async () => {
    release()
    await takenOver(page)
  }
}

test('/login: an early press sends what was typed, once however often it was pressed (design/writing.md#early-presses)', async ({
  page,
  consoleErrors,
}) => {
  const calls = callsTo(page, '/auth/login')
  const comeAlive = await openEarly(page, '/login')
  const at = authPage(page)
  // What the form itself stops is no press: nothing is asked before it is filled in.
  await at.submit.click()
  await at.email.fill('rosa@ejemplo.test')
  await at.password.fill('una frase bastante larga')
  await at.password.press('Enter')
  await at.submit.click()
  await at.submit.click()
  await expect(page).toHaveURL(/\/login$/)
  expect(calls).toEqual([])
  await answer(page, '/auth/login', 401, { detail: 'Así no.' })
  await comeAlive()
  await expect(at.alert).toHaveText('Así no.')
  expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([
    { email: 'rosa@ejemplo.test', password: 'una frase bastante larga' },
  ])
  await expectConsoleError(consoleErrors, /401/)
  await expect(at.email).toHaveValue('rosa@ejemplo.test')
})

test('/login: the way of the code, pressed early, is open once the page is alive', async ({ page }) => {
  const comeAlive = await openEarly(page, '/login')
  const way = page.getByRole('button', { name: 'Continuar con un código' })
  await way.click()
  await comeAlive()
  await expect(way).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Enviarme un código' })).toBeVisible()
})

test('/register: what was typed early stays, and a press without the captcha sends nothing', async ({
  page,
}) => {
  const calls = callsTo(page, '/auth/register')
  const comeAlive = await openEarly(page, '/register')
  const at = authPage(page)
  await at.email.fill('rosa@ejemplo.test')
  await at.password.fill('una frase bastante larga')
  await at.confirmation.fill('una frase bastante larga')
  await at.confirmation.press('Enter')
  await comeAlive()
  await expect(at.captcha).toBeVisible()
  await expect(at.email).toHaveValue('rosa@ejemplo.test')
  await expect(at.password).toHaveValue('una frase bastante larga')
  await expect(at.confirmation).toHaveValue('una frase bastante larga')
  expect(calls).toEqual([])
  await expect(at.alert).toHaveCount(0)
})

test('/: the menu, opened early, stays open', async ({ page }) => {
  const comeAlive = await openEarly(page, '/')
  await page.getByRole('button', { name: 'Menú de la cuenta' }).click()
  const menu = page.getByRole('group', { name: 'Menú de la cuenta' })
  await expect(menu).toBeVisible()
  await comeAlive()
  await expect(menu).toBeVisible()
})

test('/: the menu, opened early, leads an operator to the print room once the page is alive', async ({
  page,
  server,
}) => {
  const email = 'madruga@ejemplo.test'
  await signIn(page, server, email)
  await makeOperator(page, server, email, 'Pilar Gil')
  const comeAlive = await openEarly(page, '/')
  const menu = await openMenu(page)
  await comeAlive()
  await expect(menu.getByRole('link', { name: 'Imprenta' })).toBeVisible()
})

test('/write: tools and addresses, pressed early, are open once the page is alive', async ({ page }) => {
  const comeAlive = await openEarly(page, '/write')
  await page.getByRole('button', { name: 'Formato' }).click(early)
  await page.getByRole('region', { name: 'Remite' }).getByRole('button', { name: 'Editar' }).click(early)
  await comeAlive()
  await expect(page.getByRole('dialog', { name: 'Datos del remite' })).toBeVisible()
  await expect(
    page.getByRole('toolbar', { name: 'Formato de la carta', includeHidden: true }).first(),
  ).toBeVisible()
})

test('/write: Enviar, pressed early, sends the letter @core', async ({ page }) => {
  await keepInBrowser(page, { letterContent: '<p>Querida Ana</p>' })
  const comeAlive = await openEarly(page, '/write')
  await sendOf(page).click(early)
  await comeAlive()
  await expect(page).toHaveURL(/\/login$/)
  expect(await stored(page, 'pendingLetter')).toContain('Querida Ana')
  await page.goBack()
  await expect(letterOf(page)).toHaveText('Querida Ana')
})
