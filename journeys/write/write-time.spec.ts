import { hours } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import { keepInBrowser, letterOf, openDesk, storedLetter } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

const noon = Date.parse('2026-11-21T11:00:00Z')
const undo = (page: Page) => page.keyboard.press('ControlOrMeta+z')

/** An empty desk at noon; what it returns types with the page's clock `afterMs` further on. */
async function openAtNoon(page: Page) {
  let now = noon
  await page.clock.setFixedTime(now)
  await openDesk(page)
  await letterOf(page).click()
  return async (text: string, afterMs: number) => {
    now += afterMs
    await page.clock.setFixedTime(now)
    await page.keyboard.type(text)
  }
}

test('[9.17] undo takes back what was written within 1000 ms at once: after a pause, and within continuous typing @engines', async ({
  page,
}) => {
  const type = await openAtNoon(page)
  await type('uno', 0)
  await type(' dos', 900) // still the first second
  await type(' tres', 1300)
  await undo(page)
  expect(await storedLetter(page)).toBe('<p>uno dos</p>')
  await undo(page)
  expect(await storedLetter(page)).toBe('<p></p>')

  // 3.6 s without a pause: a step for each full second.
  await type('a', 5000)
  for (const key of 'bcdefghijklmnopqrs') await type(key, 200)
  const steps: (string | undefined)[] = []
  for (let step = 0; step < 4; step++) {
    await undo(page)
    steps.push(await storedLetter(page))
  }
  expect(steps).toEqual(['<p>abcdefghijklmnopqr</p>', '<p>abcdefghijkl</p>', '<p>abcdef</p>', '<p></p>'])
})

test('[9.18] code is coloured on an interval of 1000 ms, and the letter itself stays as it was', async ({
  page,
}) => {
  const html = '<pre><code>const total = 412</code></pre>'
  await page.clock.install({ time: noon })
  await keepInBrowser(page, { letterContent: html })
  await openDesk(page)
  const keyword = letterOf(page).locator('.hljs-keyword')
  await expect(keyword).toHaveText('const')

  await letterOf(page).press('Control+End')
  await page.clock.pauseAt(noon + hours(1))
  await page.keyboard.type('\nreturn total')
  await page.clock.runFor(999)
  await expect(letterOf(page).locator('code')).toContainText('return total')
  await expect(keyword).toHaveText(['const'])
  await page.clock.runFor(1)
  await expect(keyword).toHaveText(['const', 'return'])
  expect(await storedLetter(page)).toBe('<pre><code>const total = 412\nreturn total</code></pre>')
})
