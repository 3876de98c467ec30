import type { DisputeState, RefundState } from '../stand-in/card-entries.ts'
import type { Evidence } from './evidence.ts'
import { causeOf } from './called.ts'

type Charge = { cents: number; currency: string; live: boolean; at: number }
export type RefundFact = {
  id: string
  cents: number
  key: string
  state: RefundState
  at: number
  /** That it was once said to have succeeded: what is booked then is not wrong until the rest is heard. */
  hasSucceeded: boolean
}

/** The ledgers by letter and by intent. Cents, as the provider has them. */
export type Facts = {
  letterOf: Map<string, string>
  charges: Map<string, Charge>
  refunds: Map<string, RefundFact[]>
  disputes: Map<string, DisputeState>
  cancelled: Set<string>
  /** The provider knows these no more. */
  forgotten: Set<string>
  intentsOf: Map<string, string[]>
  printsOf: Map<string, number>
  printedAt: Map<string, number>
  /** Letters somebody was called to, with cause. */
  forAPerson: Set<string>
}

export function factsOf(evidence: Evidence): Facts {
  const { cards, tray, house } = evidence
  const facts: Facts = {
    letterOf: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    cancelled: new Set(),
    forgotten: new Set(),
    intentsOf: new Map(),
    printsOf: new Map(),
    printedAt: new Map(),
    forAPerson: new Set(),
  }
  for (const entry of cards) {
    if (entry.did === 'make' && entry.app === 'lacre') {
      facts.letterOf.set(entry.intent, entry.letter)
      facts.intentsOf.set(entry.letter, [...(facts.intentsOf.get(entry.letter) ?? []), entry.intent])
    }
    if (entry.did === 'charge') facts.charges.set(entry.intent, entry)
    if (entry.did === 'cancel') facts.cancelled.add(entry.intent)
    if (entry.did === 'forget') facts.forgotten.add(entry.intent)
    if (entry.did === 'dispute') facts.disputes.set(entry.intent, entry.state)
    if (entry.did === 'refund') {
      const { refund: id, cents, key, state, at } = entry
      const made = { id, cents, key, state, at, hasSucceeded: state === 'succeeded' }
      facts.refunds.set(entry.intent, [...(facts.refunds.get(entry.intent) ?? []), made])
    }
    if (entry.did === 'refund-state') {
      const known = facts.refunds.get(entry.intent)?.find(({ id }) => id === entry.refund)
      if (known) Object.assign(known, { state: entry.state })
      if (known && entry.state === 'succeeded') known.hasSucceeded = true
    }
  }
  for (const entry of tray)
    if (entry.did === 'print') {
      facts.printsOf.set(entry.letter, (facts.printsOf.get(entry.letter) ?? 0) + 1)
      facts.printedAt.set(entry.letter, entry.at)
    }
  for (const concern of house.concerns.filter(({ settled }) => !settled)) {
    const { letter, hasCause } = causeOf(evidence, facts, concern)
    if (letter && hasCause) facts.forAPerson.add(letter)
  }
  return facts
}

export const charged = (facts: Facts, intent: string): number => facts.charges.get(intent)?.cents ?? 0

/** What is back on the card, or what is at least on its way there. */
export const back = (facts: Facts, intent: string, states: RefundState[] = ['succeeded']): number =>
  (facts.refunds.get(intent) ?? []).reduce(
    (sum, { state, cents }) => (states.includes(state) ? sum + cents : sum),
    0,
  )

/** What of a letter's money is with us, at the provider's; a lost dispute has taken it away. */
export const kept = (facts: Facts, letter: string): number =>
  (facts.intentsOf.get(letter) ?? []).reduce(
    (sum, intent) =>
      facts.disputes.get(intent) === 'lost'
        ? sum
        : sum + charged(facts, intent) - back(facts, intent, ['succeeded', 'pending']),
    0,
  )
