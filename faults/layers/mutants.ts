import { spawn } from 'node:child_process'
import type { Violation } from '../check/violation.ts'
import { mutants } from '../mutants/all.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { copyProject, ReadsOtherwise, type ProjectCopy } from '../mutants/project-copy.ts'
import { inLanes, lanes } from './in-lanes.ts'
import type { Fixtures } from './fixtures.ts'
import type { Report } from './report.ts'

/** 'broken': the story did not finish with this mistake. `by`: the rules that broke, or the error. */
type Verdict = { is: 'caught' | 'missed' | 'broken'; by: string }

type Options = Fixtures & { seed: number; only?: string | undefined }

/** Plants each mistake in a copy of the project and plays its story there. Prints a row for each mutant. */
export async function judgeMutants(options: Options, print: (line: string) => void): Promise<Report> {
  const copies = Array.from({ length: lanes }, copyProject)
  const wanted = mutants.filter(({ why }) => new RegExp(options.only ?? '').test(why))
  let caught = 0
  try {
    await inLanes(lanes, wanted, async (mutant, lane) => {
      const { is, by } = await plantAndJudge(copies[lane]!, options, mutant)
      if (is === 'caught') caught++
      print(`| ${mutant.why} | ${is === 'caught' ? by : `${is}: ${by}`} |`)
    })
  } finally {
    for (const copy of copies) copy.remove()
  }
  return {
    checked: {},
    figures: { 'mistakes planted': wanted.length, 'mistakes caught': caught },
    coverage: { 'at least 95 % of the mistakes caught': caught >= 0.95 * wanted.length ? caught : 0 },
  }
}

async function plantAndJudge(copy: ProjectCopy, options: Options, mutant: Mutant): Promise<Verdict> {
  try {
    const takeOut = copy.plant(mutant)
    const verdict = await judge(copy, options, mutant)
    takeOut()
    return verdict
  } catch (error) {
    if (!(error instanceof ReadsOtherwise)) throw error
    return { is: 'broken', by: error.message }
  }
}

async function judge(
  copy: ProjectCopy,
  { cluster, template, seed }: Options,
  { edits, story, breaks }: Mutant,
): Promise<Verdict> {
  const isOfSchema = edits.some(([file]) => file.endsWith('.sql'))
  const folder = cluster.at('').host ?? ''
  const args = ['faults/mutants/play-story.ts', folder, isOfSchema ? '' : template, String(seed), story]
  const { code, out } = await run(copy.dir, args)
  if (code !== 0) return { is: 'broken', by: out.slice(-300).replaceAll(/\s+/g, ' ') }
  const violations = JSON.parse(out.trim().split('\n').at(-1) ?? '[]') as Violation[]
  const broken = [...new Set(violations.map(({ invariant }) => invariant))]
  const isCaught = broken.some((invariant) => !breaks || breaks.includes(invariant))
  return { is: isCaught ? 'caught' : 'missed', by: broken.join(' ') || 'nothing broke' }
}

function run(cwd: string, args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env['PATH'] } })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (out += text.toString()))
  return new Promise((ended) => child.on('close', (code) => ended({ code, out })))
}
