import { days } from '@lacre/letter/days.ts'
import { check, sum } from '../check/check.ts'
import type { Side } from '../nodes/failpoints.ts'
import { openInProcess, type InProcess } from '../nodes/in-process.ts'
import { pass, waitUntilIdle } from '../nodes/in-process-idle.ts'
import type { Seed } from '../seed.ts'
import type { Fixtures } from './fixtures.ts'
import type { Report } from './report.ts'
import { newCase, type Case, type Flow } from './flow.ts'
import { flows } from './flows.ts'

/** What happens after the crash: the caller retries, only the chores run, or nothing runs for eight days. */
const returns = ['caller', 'chores', 'never'] as const
type Return = (typeof returns)[number]

const mostTries = 3

type Plan = Fixtures & {
  seed: Seed
  /** The share of the failpoints to try; another seed tries others. */
  share: number
  only?: string | undefined
  /** No new case after this time. */
  until?: number | undefined
}

type Counts = Report & {
  cases: number
  points: number
  unheardCommits: number
  uncommitted: number
  diedAgain: number
  /** Failpoints without time left. */
  left: number
}

/** Crashes before and after each failpoint of each flow, and goes on in three ways. */
export async function crashPoints(plan: Plan): Promise<Report> {
  const steps = new Map<string, string>()
  const report: Counts = {
    checked: {},
    figures: {},
    coverage: {},
    stepOf: (letter) => steps.get(letter),
    cases: 0,
    points: 0,
    unheardCommits: 0,
    uncommitted: 0,
    diedAgain: 0,
    left: 0,
  }
  const named = inAnyOrder(
    Object.entries(flows).filter(([name]) => !plan.only || name === plan.only),
    plan.seed.fork('order'),
  )
  let flowsLeft = 0
  for (const [name, flow] of named)
    if (isLate(plan)) flowsLeft++
    else await crashFlow(plan, name, flow, report, steps)
  report.figures = {
    flows: named.length - flowsLeft,
    ...(flowsLeft && { 'flows there was no time for': flowsLeft }),
    'steps at which it can die': report.points,
    'deaths (before or after a step, three ways of going on)': report.cases,
    letters: steps.size,
    ...(report.left && { 'points there was no time for': report.left }),
  }
  report.coverage = {
    'died between COMMIT and the answer': report.unheardCommits,
    'died before COMMIT': report.uncommitted,
    'died again while its caller came back': report.diedAgain,
  }
  return report
}

const isLate = ({ until }: Plan) => until !== undefined && performance.now() > until

/** Shuffles, so that each seed leaves out other flows when time runs out. */
const inAnyOrder = <One>(list: One[], seed: Seed): One[] =>
  list
    .map((one) => ({ one, at: seed.next() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ one }) => one)

async function crashFlow(plan: Plan, name: string, flow: Flow, report: Counts, stepOf: Map<string, string>) {
  const { cluster, template, typesetter, share } = plan
  const seed = plan.seed.fork(name)
  const database = `faults_${name.replaceAll(/\W+/g, '_')}`
  await cluster.make(database, template)
  const server = await openInProcess(cluster, database, typesetter)
  let number = 0

  async function runCase(at: number, side: Side, back: Return) {
    const label = `${name}, ${side} step ${at}, then ${back}`
    const one = await newCase(server, seed, `Destino ${++number}`)
    await flow.prepare(server, one)
    server.failpoints.crashAt(at, side)
    await unharmed(() => flow.act(server, one))
    const steps = [...server.failpoints.passed()]
    const died = server.failpoints.isDead()
    server.failpoints.disarm()
    if (died) {
      if (steps.at(-1) === 'sql commit') report[side === 'after' ? 'unheardCommits' : 'uncommitted']++
      server.failpoints.revive()
      if (back === 'caller') report.diedAgain += await comeBack(server, flow, one, seed)
      if (back === 'never') await pass(server, days(8))
    } else await flow.goOn?.(server, one)
    await waitUntilIdle(server)
    for (const { id } of await server.query<{ id: string }>('select id from letter'))
      if (!stepOf.has(id)) stepOf.set(id, label)
    return { steps, died }
  }

  const { steps } = await runCase(Infinity, 'before', 'caller')
  report.points += steps.length
  for (let at = 1; at <= steps.length + 2; at++)
    for (const side of ['before', 'after'] as const)
      for (const back of returns) {
        if (!seed.is(share)) continue
        if (isLate(plan)) {
          report.left++
          continue
        }
        if (!(await runCase(at, side, back)).died) continue
        report.cases++
      }
  report.checked = sum(report.checked, check(await server.evidence()))
  await server.close()
  await cluster.query('postgres', `drop database ${database} with (force)`)
}

/** Runs work that may crash. */
async function unharmed(work: () => Promise<unknown>) {
  try {
    await work()
  } catch {
    // It crashed, or failed; the rules check the result.
  }
}

/** The caller retries. Half of the retries crash again, some a third time. Returns the number of crashes. */
async function comeBack(server: InProcess, flow: Flow, one: Case, seed: Seed): Promise<number> {
  const { failpoints } = server
  let deaths = 0
  for (let left = mostTries; left > 0; left--) {
    if (deaths < 2 && seed.is(0.5))
      failpoints.crashAt(1 + seed.below(25), seed.pick(['before', 'after'] as const))
    await unharmed(() => flow.act(server, one))
    failpoints.disarm()
    if (!failpoints.isDead()) continue
    deaths++
    failpoints.revive()
  }
  await unharmed(async () => flow.goOn?.(server, one))
  return deaths
}
