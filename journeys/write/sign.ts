import type { Locator, Page } from '@playwright/test'
import { box } from './at-the-editor.ts'

/** One stroke over the pad, from part to part of its width and height. */
export async function stroke(page: Page, pad: Locator, ...points: [number, number][]) {
  const { x, y, width, height } = await box(pad)
  const at = ([across, down]: [number, number]) => [x + across * width, y + down * height] as const
  await page.mouse.move(...at(points[0]!))
  await page.mouse.down()
  for (const point of points.slice(1)) await page.mouse.move(...at(point), { steps: 6 })
  await page.mouse.up()
}

/** A signature of two strokes. */
export async function signOn(page: Page, pad: Locator) {
  await stroke(page, pad, [0.1, 0.7], [0.2, 0.2], [0.3, 0.7], [0.4, 0.3], [0.5, 0.7])
  await stroke(page, pad, [0.1, 0.85], [0.7, 0.8])
}
