import { entries } from '../ledger.ts'
import { back, charged, oneLetterOf, lettersOf, shownFor, takenFor, backFor } from './facts.ts'
import { both, each, groupBy, type Check } from './violation.ts'

const made = ({ cards }: Parameters<Check>[0]) =>
  cards.flatMap((entry) => (entry.did === 'make' && entry.app === 'lacre' ? [entry] : []))

/** Requested, shown, stored, charged and printed for the same sum. */
export const M3: Check = (evidence, facts) => {
  const { acks, snapshot } = evidence
  const letters = new Map(snapshot.letters.map((letter) => [letter.id, letter]))
  const shown = new Map(acks.flatMap((ack) => (ack.did === 'freeze' ? [[ack.letter, ack]] : [])))
  const isKnown = (intent: string) => lettersOf(facts, intent).some((letter) => letters.has(letter))
  return both(
    each(
      'M3',
      made(evidence).filter(({ intent }) => isKnown(intent)),
      ({ intent, cents }) => {
        const total = shownFor(facts, intent)
        return cents !== total && `asked for ${cents} where ${total} was shown`
      },
      ({ intent }) => oneLetterOf(facts, intent),
    ),
    each(
      'M3',
      snapshot.payments,
      ({ letter_id, amount_cents }) => {
        const total = shown.get(letter_id)?.total ?? letters.get(letter_id)?.total_cents
        return amount_cents !== total && `its part of an order is ${amount_cents}, and ${total} was shown`
      },
      ({ letter_id }) => letter_id,
    ),
    each(
      'M3',
      shown.values(),
      ({ letter, total, lines }) =>
        (total !== lines || total !== letters.get(letter)?.total_cents) &&
        `shows ${total}, its lines ${lines}, stored ${letters.get(letter)?.total_cents}`,
      ({ letter }) => letter,
    ),
    each(
      'M3',
      [...facts.printsOf.keys()].filter((letter) => letters.has(letter)),
      (letter) => {
        const intents = facts.intentsOf.get(letter) ?? []
        return (
          !intents.some((intent) => charged(facts, intent) === shownFor(facts, intent)) &&
          `printed for ${intents.map((intent) => charged(facts, intent)).join(' + ')}`
        )
      },
      (letter) => letter,
    ),
    each(
      'M3',
      [...facts.charges].filter(([intent]) => facts.partsOf.has(intent)),
      ([intent, { cents }]) => {
        const total = shownFor(facts, intent)
        // Another sum cannot be prevented: each letter is escalated until its part is back.
        const isBack = (letter: string) =>
          backFor(facts, intent, letter, ['succeeded', 'pending']) >= takenFor(facts, intent, letter)
        return (
          cents !== total &&
          back(facts, intent, ['succeeded', 'pending']) < cents &&
          facts.disputes.get(intent) !== 'lost' &&
          !lettersOf(facts, intent).every((letter) => facts.escalated.has(letter) || isBack(letter)) &&
          `charged ${cents}, shown ${total}`
        )
      },
      ([intent]) => oneLetterOf(facts, intent),
    ),
  )
}

export const M4: Check = ({ snapshot }, facts) =>
  both(
    each(
      'M4',
      facts.intentsOf,
      ([letter, intents]) => {
        const charges = intents.filter(
          (intent) =>
            takenFor(facts, intent, letter) > backFor(facts, intent, letter, ['succeeded', 'pending']),
        )
        return charges.length > 1 && `${charges.length} charges are kept`
      },
      ([letter]) => letter,
    ),
    // An old payment form must not pay for a letter that is cancelled or expired.
    each(
      'M4',
      snapshot.letters.filter(({ state }) => state === 'cancelled' || state === 'expired'),
      ({ id }) => {
        const named = new Set(snapshot.payments.map(({ intent_id }) => intent_id))
        const open = (facts.intentsOf.get(id) ?? []).filter(
          (intent) =>
            named.has(intent) &&
            !facts.charges.has(intent) &&
            !facts.cancelled.has(intent) &&
            !facts.forgotten.has(intent),
        )
        return open.length > 0 && 'can still be paid'
      },
      ({ id }) => id,
    ),
  )

/** Charges and refunds are booked to the cent, for each intent and each letter. */
export const M9: Check = ({ snapshot }, facts) => {
  const ours = groupBy(
    snapshot.payments.filter(({ intent_id }) => facts.orderOf.has(intent_id ?? '')),
    ({ intent_id }) => intent_id ?? '',
  )
  const known = [...ours].filter(([intent]) => !facts.forgotten.has(intent))
  const sum = (list: number[]) => list.reduce((cents, one) => cents + one, 0)
  return both(
    each(
      'M9',
      known,
      ([intent, rows]) => {
        const [cents, booked] = [charged(facts, intent), sum(rows.map((row) => row.received_cents))]
        return cents !== booked && `charged ${cents}, booked ${booked}`
      },
      ([intent]) => oneLetterOf(facts, intent),
    ),
    each(
      'M9',
      known,
      ([intent, rows]) => {
        const unnamed = snapshot.cardRefunds.filter(
          (row) => row.intent === intent && row.letter === null && row.state === 'succeeded',
        )
        const named = sum(rows.map((row) => row.refunded_cents))
        const [cents, booked] = [back(facts, intent), named + sum(unnamed.map((row) => row.cents))]
        return cents !== booked && `gave back ${cents}, booked ${booked}`
      },
      ([intent]) => oneLetterOf(facts, intent),
    ),
    each(
      'M9',
      known.flatMap(([intent, rows]) => rows.map((row) => ({ intent, row }))),
      ({ intent, row: { letter_id, received_cents, refunded_cents } }) => {
        const taken = takenFor(facts, intent, letter_id)
        if (received_cents !== taken) return `its part of the charge is ${taken}, booked ${received_cents}`
        const gone = backFor(facts, intent, letter_id)
        return refunded_cents !== gone && `gave back ${gone} of it, booked ${refunded_cents}`
      },
      ({ row }) => row.letter_id,
    ),
  )
}

export const M11: Check = (evidence, facts) => {
  const named = evidence.snapshot.payments.flatMap((row) => (row.intent_id ? [row] : []))
  const orders = groupBy(named, ({ intent_id }) => intent_id!)
  const frozen = entries(evidence.acks, 'freeze')
  const owners = new Map(frozen.map(({ letter, account }) => [letter, account]))
  return both(
    each(
      'M11',
      orders,
      ([intent, rows]) => {
        if (rows.some(({ order_id }) => facts.orderOf.get(intent) !== order_id))
          return `${intent} belongs to another order, or to none`
        const letters = new Set(rows.map(({ letter_id }) => letter_id))
        return letters.size < rows.length && `${intent} stands twice for one letter`
      },
      ([intent]) => oneLetterOf(facts, intent),
    ),
    each(
      'M11',
      orders,
      ([, rows]) =>
        new Set(rows.flatMap(({ letter_id }) => owners.get(letter_id) ?? [])).size > 1 &&
        'its order has letters of two accounts',
      ([intent]) => oneLetterOf(facts, intent),
    ),
    each(
      'M11',
      made(evidence).filter(({ key }) => key !== 'stray'),
      ({ intent }) =>
        !orders.has(intent) && !facts.forgotten.has(intent) && 'no row names an intent that we made',
      ({ intent }) => oneLetterOf(facts, intent),
    ),
  )
}
