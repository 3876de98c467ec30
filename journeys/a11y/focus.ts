import { expect, type Page } from '@playwright/test'

/** The visible focus: the name of its element, its ring, and what covers it. */
export type Focus = { name: string; ring: number; coveredBy: string; html: string }

/** The element that has the focus; `name` is empty if no element has it. */
export function focusNow(page: Page): Promise<Focus> {
  return page.evaluate(async () => {
    // What has the focus is scrolled to when the page is drawn next.
    for (const _ of [1, 2]) await new Promise((drawn) => requestAnimationFrame(drawn))
    const focused = document.activeElement
    if (!(focused instanceof HTMLElement) || focused === document.body)
      return { name: '', ring: 0, coveredBy: '', html: '' }
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
    const there = points.map(([left, top]) => document.elementFromPoint(left, top))
    // The captcha's spinner stands in its own checkbox, and the ring is drawn around both.
    const isOwn = (element: Element | null) =>
      focused.contains(element ?? document) || element?.parentElement?.matches('[data-loading=true]')
    const coveredBy = there.some(isOwn)
      ? ''
      : `${there[0]?.outerHTML.slice(0, 100) ?? 'the edge of the window'} at ${x}, ${y}`
    return { name: name.replace(/\s+/g, ' ').trim(), ring, coveredBy, html: focused.outerHTML.slice(0, 120) }
  })
}

/** Presses a key and looks where the focus is then (WCAG 2.4.7, 2.4.11): a ring of 2 px at least, not under anything. */
export async function press(page: Page, key: string, before: string[] = []): Promise<string> {
  await page.keyboard.press(key)
  let focus = await focusNow(page)
  // On a busy machine it may take a moment until the page has scrolled there.
  for (let looks = 0; focus.coveredBy && looks < 20; looks++) focus = await focusNow(page)
  const { name, ring, coveredBy, html } = focus
  const seen = { key, name, hasRing: ring >= 2, coveredBy }
  expect
    .soft(seen, [...before, html].join(' → '))
    .toEqual({ key, name: expect.stringMatching(/./), hasRing: true, coveredBy: '' })
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
    const stop = await press(page, key, stops)
    stops.push(stop)
    if (typeof name === 'string' ? stop === name : name.test(stop)) return stops
  }
  throw new Error(`no ${String(name)} within ${most} stops: ${stops.join(' → ')}`)
}
