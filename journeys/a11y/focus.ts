import { expect, type Page } from '@playwright/test'

/** What one sees of the focus: whose it is, and whether it shows and lies open. */
export type Focus = { name: string; ring: number; isCovered: boolean; html: string }

/** The element that has the focus; `name` is empty when it is nobody's. */
export function focusNow(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { name: '', ring: 0, isCovered: false, html: '' }
    const label = 'labels' in focused ? (focused.labels as NodeListOf<HTMLElement> | null)?.[0] : undefined
    const name = focused.getAttribute('aria-label') ?? (label ?? focused).textContent ?? ''
    // A caret in the text is the focus of an editor; elsewhere it is a ring (base.css).
    const { outlineStyle, outlineWidth } = getComputedStyle(focused)
    const ring = focused.isContentEditable ? Infinity : outlineStyle === 'none' ? 0 : parseFloat(outlineWidth)
    const { x, y, width, height } = focused.getBoundingClientRect()
    const points = [
      [x + width / 2, y + Math.min(height / 2, innerHeight / 2)],
      [x + 4, y + 4],
      [x + width - 4, y + Math.min(height, innerHeight) - 4],
    ] as const
    const isOpen = points.some(([left, top]) => {
      const there = document.elementFromPoint(left, top)
      return there !== null && focused.contains(there)
    })
    return {
      name: name.replace(/\s+/g, ' ').trim(),
      ring,
      isCovered: !isOpen,
      html: focused.outerHTML.slice(0, 120),
    }
  })
}

/** Presses a key and looks where the focus is then (WCAG 2.4.7, 2.4.11): a ring of 2 px at least, not under anything. */
export async function press(page: Page, key: string): Promise<string> {
  await page.keyboard.press(key)
  const { name, ring, isCovered, html } = await focusNow(page)
  expect
    .soft({ key, name, isSeen: ring >= 2, isCovered }, `${html} ${ring}`)
    .toEqual({ key, name, isSeen: true, isCovered: false })
  return name
}

/** Tabs on until the focus is on this name; it must come within `most` stops. */
export async function tabTo(
  page: Page,
  name: string | RegExp,
  { key = 'Tab', most = 30 } = {},
): Promise<string[]> {
  const stops: string[] = []
  while (stops.length < most) {
    const stop = await press(page, key)
    stops.push(stop)
    if (typeof name === 'string' ? stop === name : name.test(stop)) return stops
  }
  throw new Error(`no ${String(name)} within ${most} stops: ${stops.join(' → ')}`)
}
