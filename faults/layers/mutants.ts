import { spawn } from 'node:child_process'
import type { Violation } from '../check/violation.ts'
import { mailMutants } from '../mutants/mail.ts'
import { moneyMutants } from '../mutants/money.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { paperMutants } from '../mutants/paper.ts'
import type { Stage } from './in-process.ts'
import type { Told } from './told.ts'
import { pressMutants } from '../mutants/press.ts'
import { copyProject, ReadsOtherwise, type ProjectCopy } from '../mutants/project-copy.ts'

export const mutants: Mutant[] = [...moneyMutants, ...paperMutants, ...pressMutants, ...mailMutants]

/** `caught`: a rule that should break broke. `broken`: the house with the mistake did not even get through the scene. */
export type Verdict = { why: string; verdict: 'caught' | 'missed' | 'broken'; by: string }

type Wish = Stage & { seed: number; only?: string | undefined }

/** Plants each mistake in a copy of the project, tells its scene there, and looks whether the checker sees it. */
export async function judgeMutants(wish: Wish, tell: (line: string) => void): Promise<Told> {
  const copy = copyProject()
  const verdicts: Verdict[] = []
  try {
    for (const mutant of mutants.filter(({ why }) => !wish.only || why.includes(wish.only))) {
      const told = await plantAndJudge(copy, wish, mutant)
      verdicts.push(told)
      tell(`${told.verdict} by ${told.by}: ${told.why}`)
    }
  } finally {
    copy.remove()
  }
  const caught = verdicts.filter(({ verdict }) => verdict === 'caught').length
  return {
    checked: {},
    figures: { 'mistakes planted': verdicts.length, 'mistakes caught': caught },
    sometimes: { 'every mistake caught': caught === verdicts.length ? caught : 0 },
  }
}

async function plantAndJudge(copy: ProjectCopy, wish: Wish, mutant: Mutant): Promise<Verdict> {
  try {
    const takeOut = copy.plant(mutant)
    const verdict = await judge(copy, wish, mutant)
    takeOut()
    return verdict
  } catch (error) {
    if (error instanceof ReadsOtherwise) return { why: mutant.why, verdict: 'broken', by: error.message }
    throw error
  }
}

async function judge(copy: ProjectCopy, { cluster, template, seed }: Wish, mutant: Mutant): Promise<Verdict> {
  const { why, scene, breaks, edits } = mutant
  const isMigration = edits.some(({ file }) => file.includes('/migrations/'))
  const folder = cluster.at('').host ?? ''
  const args = ['faults/mutants/stage.ts', folder, isMigration ? '' : template, String(seed), scene]
  const { code, out } = await run(copy.dir, args)
  const violations =
    code === 0 ? (JSON.parse(out.trim().split('\n').at(-1) ?? '[]') as Violation[]) : undefined
  if (!violations) return { why, verdict: 'broken', by: out.slice(-400) }
  const broken = [...new Set(violations.map(({ invariant }) => invariant))]
  const isCaught = broken.some((invariant) => breaks.includes(invariant))
  return { why, verdict: isCaught ? 'caught' : 'missed', by: broken.join(' ') || 'nothing broke' }
}

function run(cwd: string, args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, args, { cwd, env: { PATH: process.env['PATH'] } })
  let out = ''
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (out += text.toString()))
  return new Promise((ended) => child.on('close', (code) => ended({ code, out })))
}
