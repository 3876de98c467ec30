import type { Evidence } from './evidence.ts'

/** The rules of facts, in the order in which the table tells them. */
export const invariants = {
  M1: 'paid and not given back: printed exactly once, or a person was called',
  M2: 'not paid: not printed',
  M3: 'charged = shown = sum of the lines',
  M4: 'one charge a letter at most; an edit kills the old intent',
  M5: 'bytes printed = seen = hashed in the intent',
  M6: 'the recipient on the paper is the one who was written to',
  M7: 'given back: not printed; once, and never more than was charged',
  M8: 'cancelled: neither charged nor printed',
  M9: "the provider's sums are ours, to the cent",
  M10: 'what the provider did is booked, or a person was called; what was answered 2xx is remembered',
  M11: 'every intent belongs to one of our rows',
  S1: 'only steps of the journey, each in the history, without a gap',
  S2: 'nothing rests where it must not, without a call to a person',
  S3: 'what was acknowledged is there',
  S4: 'the same request twice is one letter and one intent',
  E1: 'each change told by mail, none that never happened, the same Message-ID each time',
  E2: 'an outage of the mail stops no print, one of the printer no writing',
  O2: 'an outage around the house never ends the house',
} as const

export type Invariant = keyof typeof invariants
export type Violation = { invariant: Invariant; letter?: string | undefined; what: string }
/** `looked`: how many things the rule was held against; a rule that looked at nothing has proved nothing. */
export type Finding = { looked: number; violations: Violation[] }
export type Check = (evidence: Evidence, facts: Facts) => Finding

/** The ledgers by letter. */
export type Facts = {
  letterOf: Map<string, string>
  /** Cents by intent, as the provider has them. */
  charged: Map<string, number>
  refunded: Map<string, number>
  cancelled: Set<string>
  intentsOf: Map<string, string[]>
  printsOf: Map<string, number>
  /** Letters somebody was called to. */
  forAPerson: Set<string>
}

export const groupBy = <One>(list: One[], keyOf: (one: One) => string): Map<string, One[]> => {
  const groups = new Map<string, One[]>()
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

export function factsOf({ cards, tray, house }: Evidence): Facts {
  const facts: Facts = {
    letterOf: new Map(),
    charged: new Map(),
    refunded: new Map(),
    cancelled: new Set(),
    intentsOf: new Map(),
    printsOf: new Map(),
    forAPerson: new Set(house.concerns.flatMap(({ letter_id }) => letter_id ?? [])),
  }
  const called = new Set(house.concerns.map(({ reference }) => reference))
  for (const entry of cards) {
    if (entry.did === 'make' && entry.app === 'lacre') {
      facts.letterOf.set(entry.intent, entry.letter)
      if (called.has(entry.intent)) facts.forAPerson.add(entry.letter)
      facts.intentsOf.set(entry.letter, [...(facts.intentsOf.get(entry.letter) ?? []), entry.intent])
    }
    if (entry.did === 'charge') facts.charged.set(entry.intent, entry.cents)
    if (entry.did === 'cancel') facts.cancelled.add(entry.intent)
    if (entry.did === 'refund')
      facts.refunded.set(entry.intent, (facts.refunded.get(entry.intent) ?? 0) + entry.cents)
  }
  for (const entry of tray)
    if (entry.did === 'print') facts.printsOf.set(entry.letter, (facts.printsOf.get(entry.letter) ?? 0) + 1)
  return facts
}

/** What of a letter's money is with us, at the provider's. */
export const kept = (facts: Facts, letter: string): number =>
  (facts.intentsOf.get(letter) ?? []).reduce(
    (sum, intent) => sum + (facts.charged.get(intent) ?? 0) - (facts.refunded.get(intent) ?? 0),
    0,
  )

/** Looks at each thing; `ask` gives what is wrong with it, or nothing. */
export function each<One>(
  invariant: Invariant,
  things: Iterable<One>,
  ask: (one: One) => string | false | undefined,
  letterOf: (one: One) => string | undefined = () => undefined,
): Finding {
  const finding: Finding = { looked: 0, violations: [] }
  for (const thing of things) {
    finding.looked++
    const what = ask(thing)
    if (what) finding.violations.push({ invariant, letter: letterOf(thing), what })
  }
  return finding
}

export const both = (...findings: Finding[]): Finding => ({
  looked: findings.reduce((sum, { looked }) => sum + looked, 0),
  violations: findings.flatMap(({ violations }) => violations),
})
