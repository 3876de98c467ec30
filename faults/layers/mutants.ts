import { spawn } from 'node:child_process'
import type { Violation } from '../check/violation.ts'
import { mutants } from '../mutants/all.ts'
import type { Mutant } from '../mutants/mutant.ts'
import { copyProject, ReadsOtherwise, type ProjectCopy } from '../mutants/project-copy.ts'
import { inLanes, lanes } from './in-lanes.ts'
import type { Stage } from './in-process.ts'
import type { Told } from './told.ts'

/** 'broken': the server with the mistake did not even get through; the rest names the rules that broke. */
type Verdict = { is: 'caught' | 'missed' | 'broken' | 'none'; by: string }
type Judged = { why: string; story: Verdict; lives: Verdict }

type Wish = Stage & { seed: number; only?: string | undefined }

/** Fewer than the short part has time for, on two quiet cores. */
export const townsOfShortPart = 4
const none: Verdict = { is: 'none', by: '-' }

/**
 * Plants each mistake in a copy of the project and tells its story there; then lets letters live in it, which know of no
 * mistake. A row a mutant: who caught it, and by which rules.
 */
export async function judgeMutants(wish: Wish, tell: (line: string) => void): Promise<Told> {
  const copies = Array.from({ length: lanes }, copyProject)
  const judged: Judged[] = []
  const wanted = mutants.filter(({ why }) => new RegExp(wish.only ?? '').test(why))
  try {
    await inLanes(lanes, wanted, async (mutant, lane) => {
      const one = await plantAndJudge(copies[lane]!, wish, mutant)
      judged.push(one)
      tell(`| ${one.why} | ${inATable(one.story)} | ${inATable(one.lives)} |`)
    })
  } finally {
    for (const copy of copies) copy.remove()
  }
  const by = (of: (one: Judged) => boolean) => judged.filter(of).length
  const caught = by(({ story, lives }) => story.is === 'caught' || lives.is === 'caught')
  return {
    checked: {},
    figures: {
      'mistakes planted': judged.length,
      'mistakes caught': caught,
      'by their story': by(({ story }) => story.is === 'caught'),
      [`by ${townsOfShortPart} towns of lives`]: by(({ lives }) => lives.is === 'caught'),
    },
    sometimes: { 'at least 95 % of the mistakes caught': caught >= 0.95 * judged.length ? caught : 0 },
  }
}

const inATable = ({ is, by }: Verdict) => (is === 'caught' ? by : is === 'none' ? '-' : `${is}: ${by}`)

async function plantAndJudge(copy: ProjectCopy, wish: Wish, mutant: Mutant): Promise<Judged> {
  const { why, scene, breaks } = mutant
  try {
    const takeOut = copy.plant(mutant)
    const story = scene ? await judge(copy, wish, mutant, scene, breaks) : none
    const lives = await judge(copy, wish, mutant, `lives ${townsOfShortPart}`)
    takeOut()
    return { why, story, lives }
  } catch (error) {
    if (!(error instanceof ReadsOtherwise)) throw error
    return { why, story: { is: 'broken', by: error.message }, lives: none }
  }
}

async function judge(
  copy: ProjectCopy,
  { cluster, template, seed }: Wish,
  { edits }: Mutant,
  what: string,
  breaks?: readonly string[],
): Promise<Verdict> {
  const isOfSchema = edits.some(([file]) => file.endsWith('.sql'))
  const folder = cluster.at('').host ?? ''
  const args = ['faults/mutants/stage.ts', folder, isOfSchema ? '' : template, String(seed), what]
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
