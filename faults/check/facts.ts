import type { DisputeState, RefundState } from '../stand-in/card-entries.ts'
import { causeOf } from './alerts.ts'
import type { Evidence, Snapshot } from './evidence.ts'

type Charge = { cents: number; currency: string; live: boolean; at: number }
export type RefundFact = {
  id: string
  cents: number
  key: string
  /** The letter it was made for; '' when the request named none. */
  letter: string
  state: RefundState
  at: number
  /** It succeeded at some time. Our books may say so until they receive the later failure. */
  hasSucceeded: boolean
}

/** The ledgers by letter and by intent, in cents. */
export type Facts = {
  /** The `letter_id` in the metadata of each intent. */
  orderOf: Map<string, string>
  /** The letters of each intent, with the price that was shown for each. */
  partsOf: Map<string, Map<string, number>>
  charges: Map<string, Charge>
  refunds: Map<string, RefundFact[]>
  disputes: Map<string, DisputeState>
  cancelled: Set<string>
  /** Intents that the provider no longer knows. */
  forgotten: Set<string>
  intentsOf: Map<string, string[]>
  printsOf: Map<string, number>
  printedAt: Map<string, number>
  /** Letters with an open alert to an operator that has a cause. */
  escalated: Set<string>
  /** Our shares of a charge with another sum than requested, and of a refund that names no letter. */
  booked: { taken: Map<string, number>; back: Map<string, number>; refunds: Set<string> }
}

export function factsOf(evidence: Evidence): Facts {
  const { cards, printLog, snapshot } = evidence
  const facts: Facts = {
    orderOf: new Map(),
    partsOf: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    cancelled: new Set(),
    forgotten: new Set(),
    intentsOf: new Map(),
    printsOf: new Map(),
    printedAt: new Map(),
    escalated: new Set(),
    booked: bookedShares(snapshot),
  }
  const priceOf = pricesShown(evidence)
  for (const entry of cards) {
    if (entry.did === 'make' && entry.app === 'lacre') {
      const rows = snapshot.payments.filter(
        ({ intent_id, key }) => intent_id === entry.intent || (entry.key !== '' && key === entry.key),
      )
      const letters = rows.length ? rows.map(({ letter_id }) => letter_id) : [entry.letter]
      facts.orderOf.set(entry.intent, entry.letter)
      facts.partsOf.set(entry.intent, new Map(letters.map((one) => [one, priceOf(one) ?? entry.cents])))
      for (const one of letters) facts.intentsOf.set(one, [...(facts.intentsOf.get(one) ?? []), entry.intent])
    }
    if (entry.did === 'charge') facts.charges.set(entry.intent, entry)
    if (entry.did === 'cancel') facts.cancelled.add(entry.intent)
    if (entry.did === 'forget') facts.forgotten.add(entry.intent)
    if (entry.did === 'dispute') facts.disputes.set(entry.intent, entry.state)
    if (entry.did === 'refund') {
      const { refund: id, cents, key, letter, state, at } = entry
      const made = { id, cents, key, letter, state, at, hasSucceeded: state === 'succeeded' }
      facts.refunds.set(entry.intent, [...(facts.refunds.get(entry.intent) ?? []), made])
    }
    if (entry.did === 'refund-state') {
      const known = facts.refunds.get(entry.intent)?.find(({ id }) => id === entry.refund)
      if (known) Object.assign(known, { state: entry.state })
      if (known && entry.state === 'succeeded') known.hasSucceeded = true
    }
  }
  for (const entry of printLog)
    if (entry.did === 'print') {
      facts.printsOf.set(entry.letter, (facts.printsOf.get(entry.letter) ?? 0) + 1)
      facts.printedAt.set(entry.letter, entry.at)
    }
  for (const issue of snapshot.issues.filter(({ settled }) => !settled)) {
    const { letter, hasCause } = causeOf(evidence, facts, issue)
    if (letter && hasCause) facts.escalated.add(letter)
  }
  return facts
}

/** The price that the customer was shown; where the answer was lost, the stored price. */
function pricesShown({ acks, snapshot }: Evidence) {
  const stored = snapshot.letters.map(({ id, total_cents }) => [id, total_cents] as const)
  const shown = acks.flatMap((ack) => (ack.did === 'freeze' ? [[ack.letter, ack.total] as const] : []))
  const prices = new Map([...stored, ...shown])
  return (letter: string) => prices.get(letter)
}

const of = (one: string, letter: string) => `${one} ${letter}`

function bookedShares({ payments, cardRefunds }: Snapshot): Facts['booked'] {
  const taken = payments.map((row) => [of(row.intent_id ?? '', row.letter_id), row.received_cents] as const)
  const back = cardRefunds.map((row) => [of(row.id, row.letter ?? ''), row.cents] as const)
  return {
    taken: new Map(taken),
    back: new Map(back),
    refunds: new Set(cardRefunds.map(({ id }) => id)),
  }
}

/** The order has a refund without a letter, and an operator has not named one yet. */
export const waitsForName = ({ cardRefunds }: Snapshot, intent: string): boolean =>
  cardRefunds.some(
    (one) => one.intent === intent && one.letter === null && /pending|succeeded/.test(one.state),
  )

export const lettersOf = (facts: Facts, intent: string): string[] => [
  ...(facts.partsOf.get(intent)?.keys() ?? []),
]

/** A letter by which a violation can name an intent. */
export const oneLetterOf = (facts: Facts, intent: string): string | undefined => lettersOf(facts, intent)[0]

/** The sum that the customer was shown for the order. */
export const shownFor = (facts: Facts, intent: string): number =>
  [...(facts.partsOf.get(intent)?.values() ?? [])].reduce((sum, cents) => sum + cents, 0)

export const charged = (facts: Facts, intent: string): number => facts.charges.get(intent)?.cents ?? 0

/** One letter's share of a charge. */
export function takenFor(facts: Facts, intent: string, letter: string): number {
  const all = charged(facts, intent)
  const parts = facts.partsOf.get(intent)
  if (!all || !parts?.has(letter)) return 0
  if (parts.size === 1) return all
  return all === shownFor(facts, intent)
    ? (parts.get(letter) ?? 0)
    : (facts.booked.taken.get(of(intent, letter)) ?? 0)
}

/** Cents of an intent that were refunded, by the states of the refunds. */
export const back = (facts: Facts, intent: string, states: RefundState[] = ['succeeded']): number =>
  (facts.refunds.get(intent) ?? []).reduce(
    (sum, { state, cents }) => (states.includes(state) ? sum + cents : sum),
    0,
  )

/** One letter's share of a refund: all of its own, and a part of one that names no letter. */
export function shareOf(facts: Facts, intent: string, refund: RefundFact, letter: string): number {
  const parts = facts.partsOf.get(intent)
  if (!parts?.has(letter)) return 0
  if (parts.size === 1) return refund.cents
  if (parts.has(refund.letter)) return refund.letter === letter ? refund.cents : 0
  if (!facts.booked.refunds.has(refund.id)) return Math.floor(refund.cents / parts.size)
  return facts.booked.back.get(of(refund.id, letter)) ?? 0
}

export const backFor = (
  facts: Facts,
  intent: string,
  letter: string,
  states: RefundState[] = ['succeeded'],
): number =>
  (facts.refunds.get(intent) ?? []).reduce(
    (sum, refund) => (states.includes(refund.state) ? sum + shareOf(facts, intent, refund, letter) : sum),
    0,
  )

/** Cents of a letter that we keep. A lost dispute leaves none. */
export const kept = (facts: Facts, letter: string): number =>
  (facts.intentsOf.get(letter) ?? []).reduce(
    (sum, intent) =>
      facts.disputes.get(intent) === 'lost'
        ? sum
        : sum + takenFor(facts, intent, letter) - backFor(facts, intent, letter, ['succeeded', 'pending']),
    0,
  )
