import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum, violationsOf } from '../check/check.ts'
import { root } from '../nodes/process.ts'
import { ordersIn } from '../check/figures.ts'
import { playHistory } from '../histories/play-history.ts'
import { seedOf } from '../seed.ts'
import { inLanes, lanes } from './in-lanes.ts'
import type { Fixtures } from './fixtures.ts'
import type { Report } from './report.ts'

/** Writes the evidence of an instance where a rule broke into a file. */
function keepForWhoeverLooks(number: number, seen: object) {
  mkdirSync(join(root, 'results'), { recursive: true })
  writeFileSync(join(root, 'results', `instance-${number}.json`), JSON.stringify(seen))
}

type Plan = Fixtures & { seed: number; instances: number; until: number; first?: number | undefined }

/** Instances have numbers: `--only <number>` repeats one. */
export async function playHistories(plan: Plan): Promise<Report> {
  const report: Report = { checked: {}, figures: {}, coverage: {} }
  const instanceOf = new Map<string, string>()
  const counts = { instances: 0, letters: 0, actions: 0, 'actions that met another': 0, deaths: 0 }
  const seen = {
    orders: 0,
    charges: 0,
    refunds: 0,
    failed: 0,
    disputes: 0,
    slow: 0,
    erased: 0,
    decided: 0,
    printed: 0,
  }
  const first = plan.first ?? 1
  function* numbers() {
    for (let number = first; number < first + plan.instances && performance.now() < plan.until; number++)
      yield number
  }
  await inLanes(lanes, numbers(), async (number, lane) => {
    const { checked, evidence, met, deaths, actions } = await playHistory(
      plan,
      seedOf(plan.seed).fork(`instance ${number}`),
      lane,
    )
    if (violationsOf(checked).length) keepForWhoeverLooks(number, { ...evidence, actions })
    for (const { id } of evidence.snapshot.letters) instanceOf.set(id, `instance ${number}`)
    for (const { letter } of violationsOf(checked)) if (letter) instanceOf.set(letter, `instance ${number}`)
    report.checked = sum(report.checked, checked)
    counts.instances++
    counts.letters += evidence.snapshot.letters.length
    counts.actions += actions.length
    counts['actions that met another'] += met
    counts.deaths += deaths
    seen.orders += ordersIn(evidence)
    for (const entry of evidence.cards) {
      if (entry.did === 'charge') seen.charges++
      if (entry.did === 'refund') seen.refunds++
      if (entry.did === 'refund-state' && entry.state === 'failed') seen.failed++
      if (entry.did === 'dispute') seen.disputes++
      if (entry.did === 'process') seen.slow++
    }
    for (const ack of evidence.acks) {
      if (ack.did === 'erase') seen.erased++
      if (ack.did === 'decide') seen.decided++
    }
    seen.printed += evidence.printLog.filter(({ did }) => did === 'print').length
  })
  report.figures = {
    ...counts,
    'orders of several letters': seen.orders,
    'charges at the provider': seen.charges,
    refunds: seen.refunds,
    'letters printed': seen.printed,
  }
  report.coverage = {
    'a refund failed later': seen.failed,
    'a dispute opened or ended': seen.disputes,
    'a payment took hours': seen.slow,
    'an order of several letters paid': seen.orders,
    'an account erased': seen.erased,
    'an operator decided': seen.decided,
  }
  return { ...report, stepOf: (letter) => instanceOf.get(letter) }
}
