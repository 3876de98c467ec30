import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sum, violationsOf } from '../check/check.ts'
import { root } from '../nodes/process.ts'
import { ordersIn } from '../check/figures.ts'
import { playLives } from '../lives/play-lives.ts'
import { seedOf } from '../seed.ts'
import { inLanes, lanes } from './in-lanes.ts'
import type { Stage } from './in-process.ts'
import type { Told } from './told.ts'

/** All that was seen in a town where a rule broke. */
function keepForWhoeverLooks(number: number, seen: object) {
  mkdirSync(join(root, 'results'), { recursive: true })
  writeFileSync(join(root, 'results', `town-${number}.json`), JSON.stringify(seen))
}

type Plan = Stage & { seed: number; towns: number; until: number; first?: number | undefined }

/** Towns by number, so that a broken rule can be had again by itself (`--only <number>`). */
export async function livesInTowns(plan: Plan): Promise<Told> {
  const told: Told = { checked: {}, figures: {}, sometimes: {} }
  const townOf = new Map<string, string>()
  const counts = { towns: 0, letters: 0, acts: 0, 'acts that met another': 0, deaths: 0 }
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
    for (let number = first; number < first + plan.towns && performance.now() < plan.until; number++)
      yield number
  }
  await inLanes(lanes, numbers(), async (number, lane) => {
    const { checked, evidence, met, deaths, acts } = await playLives(
      plan,
      seedOf(plan.seed).fork(`town ${number}`),
      lane,
    )
    if (violationsOf(checked).length) keepForWhoeverLooks(number, { ...evidence, acts })
    for (const { id } of evidence.snapshot.letters) townOf.set(id, `town ${number}`)
    for (const { letter } of violationsOf(checked)) if (letter) townOf.set(letter, `town ${number}`)
    told.checked = sum(told.checked, checked)
    counts.towns++
    counts.letters += evidence.snapshot.letters.length
    counts.acts += acts.length
    counts['acts that met another'] += met
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
    seen.printed += evidence.tray.filter(({ did }) => did === 'print').length
  })
  told.figures = {
    ...counts,
    'orders of several letters': seen.orders,
    'charges at the provider': seen.charges,
    refunds: seen.refunds,
    'letters printed': seen.printed,
  }
  told.sometimes = {
    'a refund failed later': seen.failed,
    'a dispute opened or ended': seen.disputes,
    'a payment took hours': seen.slow,
    'an order of several letters paid': seen.orders,
    'an account erased': seen.erased,
    'an operator decided': seen.decided,
  }
  return { ...told, stepOf: (letter) => townOf.get(letter) }
}
