import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const themes = ['classic', 'light', 'dark']
const widths = [1280, 768, 320]
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing for axe to find and nothing to scroll sideways, in every theme and at every width; leaves the page as it was. */
export async function axeEverywhere(page: Page, state: string) {
  const before = await page.evaluate(() => document.body.className)
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of themes) {
      await page.evaluate((name) => (document.body.className = name), `theme-${theme}`)
      const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      if (overflow > 0) found.push(`scrolls sideways by ${overflow}px`)
      faults.push(...found.map((fault) => `${state} (${theme}, ${width}): ${fault}`))
    }
  }
  await page.evaluate((name) => (document.body.className = name), before)
  await page.setViewportSize({ width: 1280, height: 720 })
  expect(faults).toEqual([])
}
