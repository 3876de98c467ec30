import type { Evidence } from './evidence.ts'
import { E1 } from './mails/mails.ts'
import { A1 } from './came-back.ts'
import { P1 } from './alerts.ts'
import { B1 } from './invoices.ts'
import { X1 } from './erased.ts'
import { factsOf } from './facts.ts'
import { M8 } from './ended.ts'
import { M10 } from './booked.ts'
import { M11, M3, M4, M9 } from './money.ts'
import { M1, M2, M5, M6, paperTrail } from './paper.ts'
import { D1 } from './posting.ts'
import { M7 } from './refunds.ts'
import { S1, S2, S3, S4 } from './states.ts'
import { both, invariants, type Check, type Finding, type Invariant, type Violation } from './violation.ts'

export type Checked = Partial<Record<Invariant, Finding>>

/** E2, O2, O3 and R1 are checked by the layers that cause outages. */
const checks: Record<Exclude<Invariant, 'E2' | 'O2' | 'O3' | 'R1'>, Check> = {
  M1,
  M2,
  M3,
  M4,
  M5,
  M6,
  M7,
  M8,
  M9,
  M10,
  M11,
  B1,
  D1,
  A1,
  S1,
  S2: (evidence, facts) => both(S2(evidence, facts), paperTrail(evidence, facts)),
  S3,
  S4,
  P1,
  X1,
  E1,
}

/** Checks every rule. The server must be idle, so that everything due has happened. */
export function check(evidence: Evidence): Checked {
  const facts = factsOf(evidence)
  const entries = Object.entries(checks).map(([name, rule]) => [name, rule(evidence, facts)])
  return Object.fromEntries(entries) as Checked
}

export const violationsOf = (checked: Checked): Violation[] =>
  Object.values(checked).flatMap(({ violations }) => violations)

/** Adds up the findings of several instances. */
export function sum(one: Checked, other: Checked): Checked {
  const names = Object.keys(invariants) as Invariant[]
  return Object.fromEntries(
    names.flatMap((name) => {
      const found = [one[name], other[name]].flatMap((finding) => finding ?? [])
      return found.length ? [[name, both(...found)]] : []
    }),
  ) as Checked
}

export function table(checked: Checked): string {
  const rows = Object.entries(invariants).map(([name, says]) => {
    const { cases, violations } = checked[name as Invariant] ?? { cases: 0, violations: [] }
    return `  ${name.padEnd(4)}${String(cases).padStart(8)}${String(violations.length).padStart(6)}  ${says}`
  })
  return ['  rule     cases wrong', ...rows].join('\n')
}
