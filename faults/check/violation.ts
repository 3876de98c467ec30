import type { Evidence } from './evidence.ts'
import type { Facts } from './facts.ts'

/** The rules, in the order of the table. */
export const invariants = {
  M1: 'paid and not refunded: printed exactly once, or an operator was alerted with cause',
  M2: 'not paid with real money: not printed',
  M3: 'charged = shown = sum of the lines',
  M4: 'at most one charge a letter; an edit cancels the old intent',
  M5: 'bytes printed = seen = hashed in the intent',
  M6: 'the recipient on the paper is the one of the letter',
  M7: 'refunded: not printed; once, and never more than was charged',
  M8: 'cancelled: neither charged nor printed',
  M9: "our sums are the provider's, to the cent",
  M10: 'what the provider did is booked, or an operator was alerted; what was answered 2xx is remembered',
  M11: 'every intent belongs to one of our rows',
  B1: "invoices without gap or duplicate, one a sale; their sums are the provider's",
  D1: 'no letter leaves before its chosen day',
  A1: 'a returned letter is sent again at most once, for the postage',
  S1: 'only steps of the journey, each in the history, without a gap',
  S2: 'no letter, payment, refund, job or print waits without an alert to an operator',
  S3: 'what was acknowledged is there',
  S4: 'the same request twice is one letter and one intent',
  P1: 'an operator is alerted only with cause, and to each thing that only an operator can settle',
  X1: 'no paid letter loses its text before it is printed, and no text of an erased account survives',
  E1: 'each change has a mail, no mail is untrue, each sum is right, a retry keeps its Message-ID',
  E2: 'an outage of the mail server stops no printing, one of the printer no writing',
  R1: 'after a restore: printed at most once, and an operator knows of each letter that is paid and not printed',
  O2: 'an outage around the server never ends the server',
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
