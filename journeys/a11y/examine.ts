import axe, { type AxeResults } from 'axe-core'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { reviewed } from './reviewed.ts'
import { stretch } from './stretch.ts'
import { worstContrasts } from './worst-contrast.ts'

export const themes = ['classic', 'light', 'dark'] as const
export const widths = [1280, 768, 320] as const
const height = 900

export type Look = { theme: (typeof themes)[number]; width: (typeof widths)[number] }
/** A theme changes only colours, and the page of 768 px has no part that the others lack. */
export const allLooks: Look[] = widths.flatMap((width) =>
  themes.filter((theme) => width !== 768 || theme === 'classic').map((theme) => ({ theme, width })),
)
/** For a state in which the narrow page has the same texts on the same ground as the wide page. */
export const usualLooks = allLooks.filter(({ theme, width }) => theme === 'classic' || width === 1280)
/** For a state that differs from another one only by its text. */
export const oneLook = allLooks.slice(0, 1)

/** Of WCAG 2.2 A and AA what a machine can tell, and the best practices. No frame of ours runs scripts, so none would answer. */
const options = {
  iframes: false,
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: { 'target-size': { enabled: true } },
  resultTypes: ['violations', 'incomplete'],
  // No page plays sound, and no other rule reads style sheets.
  preload: false,
}
/** A theme gives the colours and nothing else (styles/tokens.css): in the other themes only these rules can fail. */
const colours = {
  ...options,
  rules: {},
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

export type Finding = { state: string; theme: string; width: number; what: string }
export type Findings = {
  states: string[]
  runs: number
  reviewed: number
  measured: Set<string>
  faults: Finding[]
}

export const noFindings = (): Findings => ({
  states: [],
  runs: 0,
  reviewed: 0,
  measured: new Set(),
  faults: [],
})

/** Each fault once, with where it was seen. */
export const reportFindings = (faults: Finding[]): string[] =>
  [...Map.groupBy(faults, ({ what }) => what)].map(([what, seen]) => {
    const where = seen.map(({ state, theme, width }) => `${state} (${theme}, ${width})`)
    return `${what} — ${seen.length}×, first: ${where[0]}`
  })

/** A new width may show other parts, as the preview's drawer: once drawn, nothing changes for a moment. In the page. */
async function settled() {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
  await new Promise<void>((done) => {
    let quiet = setTimeout(done, 100)
    const again = () => (clearTimeout(quiet), (quiet = setTimeout(done, 100)))
    new MutationObserver(again).observe(document, { subtree: true, childList: true })
  })
}

/** Looks at the page as it stands, in each theme and width that is given; the page is left as it was. */
export async function examine(
  page: Page,
  state: string,
  findings: Findings,
  looks: Look[] = allLooks,
): Promise<void> {
  findings.states.push(state)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const before = await page.evaluate(() => document.body.className)
  for (const [width, ofWidth] of Map.groupBy(looks, ({ width }) => width)) {
    await page.setViewportSize({ width, height })
    await page.evaluate(settled)
    for (const { theme } of ofWidth) {
      const note = (what: string) => findings.faults.push({ state, theme, width, what })
      const seen = await seenIn(page, theme, width)
      findings.runs++
      if (seen.overflow > 0) note(`scrolls sideways by ${seen.overflow}px`)
      if (seen.animations > 0) note(`${seen.animations} animations in spite of reduced motion`)
      for (const violation of seen.violations) note(`${violation.rule}: ${violation.html}`)
      const toMeasure: typeof seen.incomplete = []
      for (const open of seen.incomplete) {
        const known = reviewed.find(
          ({ rule, selector }) => rule === open.rule && open.matches.includes(selector),
        )
        if (!known) {
          note(`unreviewed ${open.rule}: ${open.html} ${open.why}`)
          continue
        }
        findings.reviewed++
        // The same words on the same ground were measured in an earlier state of this scene.
        const key = `${theme} ${width} ${open.html}`
        if (known.by === 'looked' || findings.measured.has(key)) continue
        findings.measured.add(key)
        toMeasure.push(open)
      }
      const ratios = await worstContrasts(
        page,
        toMeasure.map(({ target }) => target),
      )
      for (const [at, ratio] of ratios.entries())
        if (ratio < 4.5) note(`contrast ${ratio.toFixed(2)}: ${toMeasure[at]!.html}`)
      if (theme === themes[0]) for (const fault of await stretch(page, width)) note(fault)
      await photograph(page, `${state} ${theme} ${width}`)
    }
  }
  await page.evaluate((className) => (document.body.className = className), before)
  await page.setViewportSize({ width: widths[0], height })
}

function seenIn(page: Page, theme: string, width: number) {
  return page.evaluate(
    async ({ theme, options, selectors }) => {
      document.body.className = `theme-${theme}`
      const { axe } = window as unknown as { axe: { run(root: Document, o: unknown): Promise<AxeResults> } }
      const { violations, incomplete } = options
        ? await axe.run(document, options)
        : { violations: [], incomplete: [] }
      const flat = (results: AxeResults['violations']) =>
        results.flatMap(({ id, nodes }) =>
          nodes.map(({ target, html, any, all, none }) => {
            const found = document.querySelector(String(target[0]))
            return {
              rule: id,
              target: String(target[0]),
              html: html.slice(0, 160),
              why: [...any, ...all, ...none].map(({ message }) => message).join('; '),
              matches: selectors.filter((selector) => found?.matches(selector)),
            }
          }),
        )
      const { scrollWidth, clientWidth } = document.documentElement
      return {
        violations: flat(violations),
        incomplete: flat(incomplete),
        overflow: scrollWidth - clientWidth,
        animations: document.getAnimations().length,
      }
    },
    {
      theme,
      options: theme !== themes[0] ? colours : width === 768 ? undefined : options,
      selectors: reviewed.map(({ selector }) => selector),
    },
  )
}

/** For the eye: with A11Y_PHOTOS=folder every look is kept as a picture. */
async function photograph(page: Page, name: string) {
  const folder = process.env.A11Y_PHOTOS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll(/[ /]/g, '_')}.png`), fullPage: true })
}
