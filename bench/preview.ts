/**
 * node bench/preview.ts: what the server pays, in CPU, for the preview of a three-page letter after one keystroke,
 * against the letter's first typesetting (design/numbers.md#ratios-not-times: at most 0.4×). The whole action is measured, from
 * the call's body to its answer: reading the HTML, typesetting, the PDF as base64. Medians of interleaved rounds.
 */
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { findFonts } from '../server/typesetting/fonts.ts'
import { createTypstCompiler } from '../server/typesetting/compile.ts'
import { previewLetter } from '../server/typesetting/preview.ts'
import type { Press } from '../server/typesetting/prepare.ts'
import { paragraphs } from '../server/typesetting/testing/letters.ts'
import type { Typesetter } from '../server/typesetting/typesetter.ts'
import { previewSample } from './preview-sample.ts'

const rounds = 60
const warmUp = 5
const compiler = createTypstCompiler(mkdtempSync(join(tmpdir(), 'bench-')), findFonts())
const press: Press = {
  set: (letter) => compiler.set(letter),
  normalise: () => Promise.resolve({ refused: 'picture-unreadable' }),
  step: () => {},
}
// In this process, so that its CPU is ours to count; the pool adds 0.3–0.5 ms to hand a letter over.
const typesetter: Typesetter = {
  prepare: () => Promise.resolve({ refused: 'unavailable' }),
  preview: (task) => previewLetter(press, task),
  set: (letter) => press.set(letter),
  setInvoice: () => Promise.resolve({ refused: 'unavailable' }),
  unprintable: () => Promise.resolve({ refused: 'unavailable' }),
  clean: () => Promise.resolve({ refused: 'unavailable' }),
  normalise: () => Promise.resolve({ refused: 'unavailable' }),
  close: () => Promise.resolve(),
}

/** Three pages that no round before has seen; `typed` is in the middle of its ninth paragraph. */
const letter = (round: number, typed = '') =>
  writeHtml(
    paragraphs(16).map((block, at) => {
      if (!('runs' in block)) return block
      return { ...block, runs: [...block.runs, { text: `Carta ${round}.${at === 8 ? typed : ''}` }] }
    }),
  )

async function preview(content: string): Promise<{ ms: number; pages: number }> {
  const before = process.cpuUsage()
  const answer = await previewSample(typesetter, content)
  JSON.stringify(answer)
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1000, pages: answer.paper?.pages ?? 0 }
}

const first: number[] = []
const key: number[] = []
for (let round = -warmUp; round < rounds; round++) {
  const one = await preview(letter(round))
  const other = await preview(letter(round, ' y'))
  if (one.pages !== 3 || other.pages !== 3) throw new Error(`not three pages but ${one.pages}`)
  if (round < 0) continue
  first.push(one.ms)
  key.push(other.ms)
}
const at = (list: number[], part: number) => list.toSorted((a, b) => a - b)[Math.floor(list.length * part)]!
const ratio = at(key, 0.5) / at(first, 0.5)
console.log(
  `preview of three pages after one keystroke, server CPU: median ${at(key, 0.5).toFixed(1)} ms, 95 % ${at(key, 0.95).toFixed(1)} ms (under 25 ms)`,
)
console.log(
  `against its first typesetting, ${at(first, 0.5).toFixed(1)} ms: ${ratio.toFixed(2)} (at most 0.4)`,
)
