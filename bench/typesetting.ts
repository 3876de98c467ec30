/**
 * node bench/typesetting.ts [rounds]: processor time of a letter of one page, with its sheet code and without, against the same
 * page by Typst with all typography off (greedy lines, no hyphens), by Chromium and by Debian's WeasyPrint, both warm, the
 * latter with hyphenation and without (design/numbers.md#ratios-not-times).
 */
import { mkdtempSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFonts } from '../server/typesetting/fonts.ts'
import { createTypstCompiler, letterTemplate } from '../server/typesetting/compile.ts'
import { letterOf, paragraphs } from '../server/typesetting/testing/letters.ts'
import type { LetterToSet } from '../server/typesetting/typesetter.ts'
import { startChromium } from './peers/chromium-pdf.ts'
import { letterPage } from './peers/letter-page.ts'
import { startWeasyPrint } from './peers/weasyprint.ts'
import { figuresInTurns, inMs, median, ratioOf, type Times } from './turns/in-turns.ts'

const rounds = Number(process.argv[2] ?? 40)
/** In each round, since Linux counts what other processes take in hundredths of a second. */
const letters = 10
const start = (template?: string) =>
  createTypstCompiler(mkdtempSync(join(tmpdir(), 'bench-')), findFonts(), template)
const compiler = start()
const bare = start(
  [
    ['hyphenate: auto', 'hyphenate: false'],
    ['"optimized"', '"simple"'],
  ].reduce((template, [on = '', off = '']) => {
    if (!template.includes(on)) throw new Error(`the template has no ${on} to turn off`)
    return template.replaceAll(on, off)
  }, letterTemplate),
)
const chromium = await startChromium()
const weasyprint = startWeasyPrint()

let written = 0
/** Every letter is new, or the compiler's cache would answer. */
const newLetters = (): LetterToSet[] =>
  Array.from({ length: letters }, () => {
    const seed = { text: ` Carta ${++written}.` }
    return letterOf(
      paragraphs(4).map((block) => ('runs' in block ? { ...block, runs: [...block.runs, seed] } : block)),
    )
  })
const pages = (hyphens: 'auto' | 'manual') => newLetters().map((letter) => letterPage(letter, hyphens))

async function timeOfCompiler({ set }: typeof compiler, change = (letter: LetterToSet) => letter) {
  const all = newLetters().map(change)
  const before = process.cpuUsage()
  for (const letter of all) await set(letter)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000 / letters
}
const withCode = (letter: LetterToSet) => ({ ...letter, sheetCode: `CX1.${++written}` })

const times = await figuresInTurns(
  {
    bare: () => timeOfCompiler(bare),
    page: () => timeOfCompiler(compiler),
    again: () => timeOfCompiler(compiler),
    printed: () => timeOfCompiler(compiler, withCode),
    chromium: async () => (await chromium.set(pages('auto'))) / letters,
    hyphenated: async () => ((await weasyprint?.set(pages('auto'))) ?? NaN) / letters,
    unhyphenated: async () => ((await weasyprint?.set(pages('manual'))) ?? NaN) / letters,
  },
  rounds,
)
await chromium.end()
weasyprint?.end()

const against = (name: string, other: Times) => {
  if (Number.isNaN(median(other))) return
  console.log(`a page against ${name}, ${inMs(other)}: ${ratioOf(times.page, other)}`)
  console.log(`… with its sheet code: ${ratioOf(times.printed, other)}`)
}
console.log(`a page, processor time: ${inMs(times.page)}; with its sheet code ${inMs(times.printed)}`)
against('bare Typst', times.bare)
against('Chromium', times.chromium)
against('WeasyPrint with hyphenation', times.hyphenated)
against('WeasyPrint without', times.unhyphenated)
console.log(`a page against itself: ${ratioOf(times.again, times.page)}; load ${loadavg()[0]?.toFixed(1)}`)
