import type { Page } from '@playwright/test'
import { tabTo } from './focus.ts'
import { expect, test } from '../person/journey.ts'
import { visit } from '../person/visit.ts'

test.use({ houseName: 'a11y' })

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** Controls that nothing shows as such: no edge of their own colour, no underline, no drawing, no ring. */
const shapeless = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, main a[href], header a[href]')]
      .filter((control) => control.checkVisibility() && !control.closest('[inert], altcha-widget'))
      .filter((control) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor, textDecorationLine } =
          getComputedStyle(control)
        const hasEdge =
          borderTopStyle !== 'none' && parseFloat(borderTopWidth) >= 1 && borderTopColor !== backgroundColor
        return !hasEdge && textDecorationLine !== 'underline' && !control.querySelector('svg')
      })
      .map((control) => control.outerHTML.slice(0, 100)),
  )

test('in forced colours every control keeps a shape and the focus a ring', async ({ page }) => {
  for (const path of ['/', '/login', '/register', '/forgot-password', '/write']) {
    await visit(page, path)
    expect(await shapeless(page), path).toEqual([])
  }
  await expect(page.getByRole('button', { name: 'Formato' })).toBeEnabled()
  await tabTo(page, 'Formato')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('toolbar', { name: 'Formato de la carta' })).toBeVisible()
  await tabTo(page, 'Heading 1', { most: 3 })
  expect(await shapeless(page)).toEqual([])

  // What is on differs from what is off by more than a tint, which forced colours take away.
  const background = (name: string) =>
    page
      .getByRole('toolbar', { name: 'Formato de la carta' })
      .getByRole('button', { name, exact: true })
      .evaluate((tool) => getComputedStyle(tool).backgroundColor)
  await expect(page.getByRole('button', { name: 'Normal', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  expect(await background('Normal')).not.toBe(await background('Heading 1'))
  await page.getByRole('button', { name: 'Ver el detalle de costes' }).click()
  expect(await shapeless(page)).toEqual([])
})
