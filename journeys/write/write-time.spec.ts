import { hours } from '@lacre/letter/days.ts'
import { keepInBrowser, letterOf, openWritePage, storedLetter } from './at-the-editor.ts'
import { expect, test } from '../person/journey.ts'

const noon = Date.parse('2026-11-21T11:00:00Z')
test('[9.18] code is coloured on an interval of 1000 ms, and the letter itself stays as it was', async ({
  page,
}) => {
  const html = '<pre><code>const total = 412</code></pre>'
  await page.clock.install({ time: noon })
  await keepInBrowser(page, { letterContent: html })
  await openWritePage(page)
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
