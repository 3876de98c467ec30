import { minutes } from '@lacre/letter/days.ts'
import type { Page } from '@playwright/test'
import { expect, test } from '../person/journey.ts'
import { heading, takenOver, hold } from '../person/visit.ts'
import { stored } from '../write/at-the-editor.ts'

const areWorn = (page: Page) => page.evaluate(() => 'fonts' in document.documentElement.dataset)
/** Drawn in it, not only named: text in the site's letters is not as wide as in those that are named after it. */
const isDrawnIn = (page: Page, family: string) =>
  page.evaluate((name) => {
    const pen = document.createElement('canvas').getContext('2d')!
    const widthIn = (font: string) => ((pen.font = `40px ${font}`), pen.measureText('Querida abuela').width)
    return widthIn(`'${name}', monospace`) !== widthIn('monospace')
  }, family)

test('/: no font is asked for until the page hears presses; from then on each page wears them from the first paint', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'font' && asked.push(request.url()))
  const release = await hold(page, '**/assets/react-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  await expect(heading(page, /Envía cartas/)).toBeVisible()
  // Painted: whatever the page's own styles want has been asked for, and is there.
  await page.evaluate(async () => {
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn))
    await document.fonts.ready
  })
  expect(asked).toEqual([])
  expect(await areWorn(page)).toBe(false)

  release()
  await takenOver(page)
  await expect.poll(() => stored(page, 'fonts')).toContain('/assets/lora-latin-wght-normal')
  expect(asked).toHaveLength(3)

  const open = async () => {
    await page.goto('/about-us', { waitUntil: 'commit' })
    await expect(heading(page, /./)).toBeVisible()
    expect(await areWorn(page)).toBe(true)
    return isDrawnIn(page, 'Lora Variable')
  }
  // What is kept is there at once or not on this page (font-display: optional): a busy browser may be late for many.
  await expect.poll(open, { timeout: minutes(3) }).toBe(true)
})

test('/: fonts that would move what one sees wait for the next screen', async ({ page }) => {
  // The faces are as wide in a text, not letter by letter: what stands behind so many of one would move.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      const words = document.createElement('p')
      words.style.fontFamily = 'var(--font-letter)'
      words.append('i'.repeat(60), document.createElement('b'))
      words.querySelector('b')!.textContent = 'x'
      document.body.prepend(words)
    }),
  )
  await page.goto('/')
  await takenOver(page)
  await expect.poll(() => stored(page, 'fonts')).not.toBeNull()
  expect(await areWorn(page)).toBe(false)
  await page.getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL(/about-us$/)
  await expect.poll(() => areWorn(page)).toBe(true)
})

test('/write: a letter is written in what it is printed in as soon as that has come', async ({ page }) => {
  await page.goto('/write')
  await takenOver(page)
  await expect.poll(() => areWorn(page)).toBe(true)
  expect(await isDrawnIn(page, 'Lora Variable')).toBe(true)
})
