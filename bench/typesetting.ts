/**
 * node bench/typesetting.ts: CPU of a letter against the same page by Typst with all typography off (greedy lines, no
 * hyphens), and of a preview after one keystroke against the letter's first typesetting (design.md#ratios-not-times).
 * Ratios of medians of interleaved rounds, so a busy machine matters little.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFonts } from '../server/typesetting/fonts.ts'
import { createPress, letterTemplate } from '../server/typesetting/paper/press.ts'
import { letterOf, paragraphs } from '../server/typesetting/testing/letters.ts'

const rounds = 60
const start = (template?: string) => createPress(mkdtempSync(join(tmpdir(), 'bench-')), findFonts(), template)
const press = start()
const bare = start(
  [
    ['hyphenate: auto', 'hyphenate: false'],
    ['"optimized"', '"simple"'],
  ].reduce((template, [on = '', off = '']) => {
    if (!template.includes(on)) throw new Error(`the template has no ${on} to turn off`)
    return template.replaceAll(on, off)
  }, letterTemplate),
)

/** Every letter is new, or the compiler's cache would answer. */
const letter = (count: number, seed: string) =>
  letterOf(
    paragraphs(count).map((block) =>
      'runs' in block ? { ...block, runs: [...block.runs, { text: seed }] } : block,
    ),
  )
async function cpuMs(action: () => unknown) {
  const before = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!

const ms = {
  bare: [] as number[],
  full: [] as number[],
  frozen: [] as number[],
  first: [] as number[],
  preview: [] as number[],
}
for (let i = -5; i < rounds; i++) {
  const long = letter(16, `larga ${i}.`)
  const typed = { ...long, content: long.content.with(8, letter(9, `larga ${i}, tecla.`).content[8]!) }
  const measured = {
    frozen: await cpuMs(() => press.set({ ...letter(4, `sellada ${i}.`), sheetCode: `CX1.${i}` })),
    bare: await cpuMs(() => bare.set(letter(4, `sobria ${i}.`))),
    full: await cpuMs(() => press.set(letter(4, `corta ${i}.`))),
    first: await cpuMs(() => press.set(long)),
    preview: await cpuMs(() => press.set(typed)),
  }
  if (i < 0) continue // warming up
  for (const name of ['bare', 'full', 'frozen', 'first', 'preview'] as const) ms[name].push(measured[name])
}
const of = (name: keyof typeof ms) => `${median(ms[name]).toFixed(1)} ms`
const ratio = (a: keyof typeof ms, b: keyof typeof ms) => (median(ms[a]) / median(ms[b])).toFixed(2)
console.log(`one page, CPU: ${of('full')} against ${of('bare')} bare: ${ratio('full', 'bare')} (at most 2.5)`)
console.log(`one page with its sheet code: ${of('frozen')}: ${ratio('frozen', 'bare')}`)
console.log(
  `preview of three pages after a key, CPU: ${of('preview')} against ${of('first')} at first: ${ratio('preview', 'first')} (at most 0.4)`,
)
