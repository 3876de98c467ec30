import type { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'

/** The rules, in the order of the table. */
export const invariants = {
  M1: 'paid and not given back: printed exactly once, or an operator was alerted with cause',
  M2: 'not paid with real money: not printed',
  M3: 'charged = shown = sum of the lines',
  M4: 'one charge a letter at most; an edit kills the old intent',
  M5: 'bytes printed = seen = hashed in the intent',
  M6: 'the recipient on the paper is the one who was written to',
  M7: 'given back: not printed; once, and never more than was charged',
  M8: 'cancelled: neither charged nor printed',
  M9: "the provider's sums are ours, to the cent",
  M10: 'what the provider did is booked, or an operator was alerted; what was answered 2xx is remembered',
  M11: 'every intent belongs to one of our rows',
  B1: "invoices without gap or double, one a sale; their sums are the provider's",
  D1: 'no letter leaves before the day it is for',
  A1: 'what came back goes once more at most, for the postage',
  S1: 'only steps of the journey, each in the history, without a gap',
  S2: 'no letter, payment, refund, job or print waits without an alert to an operator',
  S3: 'what was acknowledged is there',
  S4: 'the same request twice is one letter and one intent',
  P1: 'an operator is alerted only with cause, and to each thing that only an operator can settle',
  X1: 'paid and erased never meet, and no word of an erased account survives',
  E1: 'each change told by mail, none that never happened, each sum as it is, the same Message-ID',
  E2: 'an outage of the mail stops no print, one of the printer no writing',
  O2: 'an outage around the server never ends the snapshot',
  O3: 'while nodes are restarted one by one every request is answered',
} as const

export type Invariant = keyof typeof invariants
export type Violation = { invariant: Invariant; letter?: string | undefined; what: string }
/** `cases`: how many cases the rule was checked on; with none it proves nothing. */
export type Finding = { cases: number; violations: Violation[] }
export type Check = (evidence: Evidence, facts: Facts) => Finding

export const groupBy = <One>(list: One[], keyOf: (one: One) => string): Map<string, One[]> => {
  const groups = new Map<string, One[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** Checks each thing; `ask` returns what is wrong with it, or nothing. */
export function each<One>(
  invariant: Invariant,
  things: Iterable<One>,
  ask: (one: One) => string | false | undefined,
  letterOf: (one: One) => string | undefined = () => undefined,
): Finding {
  const finding: Finding = { cases: 0, violations: [] }
  for (const thing of things) {
    finding.cases++
    const what = ask(thing)
    if (what) finding.violations.push({ invariant, letter: letterOf(thing), what })
  }
  return finding
}

export const both = (...findings: Finding[]): Finding => ({
  cases: findings.reduce((sum, { cases }) => sum + cases, 0),
  violations: findings.flatMap(({ violations }) => violations),
})
