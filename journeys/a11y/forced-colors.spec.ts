import sharp from 'sharp'
import type { Locator, Page } from '@playwright/test'
import { tabTo } from './focus.ts'
import { contrast } from './worst-contrast.ts'
import { expect, test } from '../person/journey.ts'
import { visit } from '../person/visit.ts'
import { letterOf, openWritePage } from '../write/at-the-editor.ts'
import { signOn } from '../write/sign.ts'

test.use({ serverName: 'a11y' })

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

/** Controls that nothing shows as such: no edge of their own colour, no underline, no drawing, no ring. The browser draws ticks itself. */
const shapeless = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, input, main a[href], header a[href]')]
      .filter((control) => control.checkVisibility() && !control.closest('[inert], altcha-widget'))
      .filter((control) => {
        const {
          borderTopWidth,
          borderTopStyle,
          borderTopColor,
          backgroundColor,
          textDecorationLine,
          appearance,
        } = getComputedStyle(control)
        if (control.matches('[type=radio], [type=checkbox]') && appearance !== 'none') return false
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
  await tabTo(page, 'Formato', { key: 'Shift+Tab' })
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

/** The contrast of the darkest with the lightest of what is drawn, its edge apart. */
async function contrastWithin(drawing: Locator): Promise<number> {
  const { data, info } = await sharp(await drawing.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let [darkest, lightest] = [Infinity, 0]
  for (let at = 0; at < info.width * info.height; at++) {
    const column = at % info.width
    if (column < 4 || column > info.width - 5) continue
    const light = contrast([data[at * 3]!, data[at * 3 + 1]!, data[at * 3 + 2]!], [0, 0, 0])
    darkest = Math.min(darkest, light)
    lightest = Math.max(lightest, light)
  }
  // Each is the contrast with black.
  return lightest / darkest
}

test('on a black ground of forced colours one sees what one signs, the seal and what is chosen', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await openWritePage(page)
  await letterOf(page).fill('Un abrazo, Ana')
  await page.getByRole('button', { name: 'Firma, sello y código de respuesta' }).click()
  const drawer = page.getByRole('group', { name: 'Final de la carta' })
  const choice = (name: string) => drawer.getByRole('button', { name, exact: true })
  const ground = (name: string) => choice(name).evaluate((one) => getComputedStyle(one).backgroundColor)
  await choice('Sello').click()
  await expect(choice('Sello')).toHaveAttribute('aria-pressed', 'true')
  expect(await ground('Sello')).not.toBe(await ground('Código de respuesta'))
  expect(await contrastWithin(page.getByRole('img', { name: 'Sello de lacre' }))).toBeGreaterThan(4.5)
  expect(await shapeless(page)).toEqual([])

  await choice('Firma').click()
  const dialog = page.getByRole('dialog', { name: 'Su firma' })
  const pad = dialog.getByRole('img')
  await signOn(page, pad)
  await expect(pad).toHaveAccessibleName('Su firma, 2 trazos')
  expect(await contrastWithin(pad)).toBeGreaterThan(7)
  expect(await shapeless(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Usar esta firma' }).click()
  const drawn = page.getByRole('img', { name: 'Su firma', exact: true })
  await expect(drawn).toBeVisible()
  expect(await contrastWithin(drawn)).toBeGreaterThan(7)
})
