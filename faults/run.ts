import { minutes as inMinutes } from '@lacre/letter/days.ts'
/** `npm run faults`: breaks everything that can break around a letter, and then counts. See docs/reliability.md. */
import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { sum, table, violationsOf, type Checked } from './check/check.ts'
import { layers, type Layer } from './layers/layers.ts'
import type { Report } from './layers/report.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    /** One of `layers` only. */
    layer: { type: 'string' },
    mutants: { type: 'boolean', default: false },
    /** The short part, which fits so many minutes. */
    minutes: { type: 'string' },
    /** How long each layer of processes is troubled. */
    seconds: { type: 'string' },
    postgres: { type: 'string', default: 'embedded' },
    /** A flow, an instance, or a pattern for stories and for the reasons of mutants. */
    only: { type: 'string' },
  },
})
const seed = Number(values.seed)
const postgres = values.postgres === '15' ? '15' : 'embedded'
const minutes = values.minutes ? Number(values.minutes) : undefined
const seconds = values.seconds ? Number(values.seconds) : undefined
const wanted = values.mutants ? 'mutants' : values.layer
const commit = commitOf()
/** Kept free at the end of the short part. */
const lastWordsMinutes = 0.2

function commitOf(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  } catch {
    return process.env['FAULTS_COMMIT'] ?? 'none'
  }
}

let whole: Checked = {}
const seen = new Map<string, number>()

function printReport(
  name: string,
  { checked, figures, coverage, stepOf, historyOf }: Report,
  seconds: number,
) {
  for (const [what, figure] of Object.entries(figures)) console.log(`  ${what}: ${figure}`)
  for (const [what, times] of Object.entries(coverage)) {
    console.log(`  seen ${times} times: ${what}`)
    seen.set(what, (seen.get(what) ?? 0) + times)
  }
  for (const { invariant, letter, what } of violationsOf(checked)) {
    const step = (letter && stepOf?.(letter)) ?? '-'
    console.log(
      `VIOLATED ${invariant} seed=${seed} commit=${commit} layer=${name} step="${step}" letter=${letter ?? '-'}: ${what}`,
    )
    for (const line of (letter && historyOf?.(letter)) || []) console.log(`    ${line}`)
  }
  console.log(`  ${seconds.toFixed(0)} s`)
  whole = sum(whole, checked)
}

console.log(`npm run faults: seed ${seed}, commit ${commit}, Node ${process.version}, PostgreSQL ${postgres}`)
const isShort = minutes !== undefined
const until = isShort ? inMinutes(minutes - lastWordsMinutes) : undefined
const chosen = Object.entries(layers).filter(([name, { short }]) =>
  wanted ? name === wanted : !isShort || short,
)
if (!chosen.length) throw new Error(`there is no layer ${wanted}`)
for (const [name, layer] of chosen) await runLayer(name, layer)

async function runLayer(name: string, { what, run }: Layer) {
  console.log(`\nLayer ${name}: ${what}`)
  const began = performance.now()
  const report = await run({ seed, postgres, only: values.only, minutes, seconds, until })
  printReport(name, report, (performance.now() - began) / 1000)
}

const unseen = [...seen].flatMap(([what, times]) => (times ? [] : [what]))
const wrong = violationsOf(whole).length
console.log(`\n${table(whole)}\n`)
if (unseen.length) console.log(`Not seen, so this run proves less than it should:\n  ${unseen.join('\n  ')}`)
console.log(wrong ? `${wrong} violations.` : 'No rule was broken.')
// The short part, or one layer, may miss rare events; a whole run must see them, and the mutants must be caught.
process.exit(wrong || (!isShort && (!wanted || wanted === 'mutants') && unseen.length) ? 1 : 0)
