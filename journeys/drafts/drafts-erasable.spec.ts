import type { Page } from '@playwright/test'
import { openWritePage } from '../write/at-the-editor.ts'
import { statusOf, typeOn } from './drafts-kept.ts'
import { expect, test } from '../person/journey.ts'
import { signIn } from '../person/person.ts'
import { lettersCame } from '../person/visit.ts'

const warning = (page: Page) =>
  page.getByText('El navegador puede borrarlo si pasa unos días sin visitarnos.')

/** The browser as it answers whether it keeps what is stored; what it was asked. */
async function answering(page: Page, isKept: boolean) {
  await page.addInitScript((answer) => {
    const asked: string[] = []
    Object.assign(window, { asked })
    if (!isSecureContext) return // the empty page before
    for (const name of ['persist', 'persisted'] as const)
      StorageManager.prototype[name] = async () => {
        asked.push(name)
        return answer
      }
  }, isKept)
  return () => page.evaluate(() => (window as unknown as { asked: string[] }).asked)
}
const heightOf = async (page: Page) => (await statusOf(page).locator('xpath=..').boundingBox())?.height

test('where the browser may erase the letter it is said, with the way into the account, and nothing moves (design/writing.md#no-word-is-lost) @engines', async ({
  page,
  browserName,
}) => {
  const asked = await answering(page, false)
  await openWritePage(page)
  await expect(warning(page)).toBeHidden()
  expect(await asked()).toEqual([])
  await lettersCame(page)
  const before = await heightOf(page)
  await typeOn(page, 'Querida Ana')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  await expect(warning(page)).toBeVisible()
  expect(await heightOf(page)).toBe(before)
  // Firefox would ask the person.
  expect(await asked()).toEqual([browserName === 'firefox' ? 'persisted' : 'persist'])
  await warning(page).getByRole('link', { name: 'Inicie sesión' }).click()
  await expect(page).toHaveURL(/\/login$/)
})

test('on a telephone nothing moves either when it is said how the letter is kept', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openWritePage(page)
  await lettersCame(page)
  const before = await heightOf(page)
  await typeOn(page, 'Querida Ana')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  expect(await heightOf(page)).toBe(before)
})

test('nothing is said where the browser keeps the letter, or the account has it', async ({
  page,
  server,
}) => {
  const asked = await answering(page, true)
  await openWritePage(page)
  await typeOn(page, 'Querida Ana')
  await expect(statusOf(page)).toHaveText('Guardado en este equipo')
  await expect.poll(asked).toEqual(['persist'])
  await expect(warning(page)).toBeHidden()
  await signIn(page, server, 'en-cuenta@ejemplo.test')
  await openWritePage(page)
  await expect(statusOf(page)).toHaveText('Guardado en este equipo y en su cuenta')
  await expect(warning(page)).toHaveCount(0)
})
