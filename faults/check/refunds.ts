import { entries } from '../ledger.ts'
import { back, backFor, charged, kept, lettersOf, oneLetterOf, takenFor, type Facts } from './facts.ts'
import { both, each, type Check } from './violation.ts'

const living = ['pending', 'succeeded']
const isOurs = ({ key }: { key: string }) => key.startsWith('refund:')

/**
 * When the server accepted an event about an intent with a 2xx; undefined: never. Returns the latest time of the ledger up to
 * then: the clock is also put back, so an earlier entry may have a later time.
 */
function deliveredAt({ cards }: Parameters<Check>[0], intent: string, types: RegExp, since: number) {
  const delivered = cards.findIndex(
    (entry) =>
      entry.did === 'deliver' &&
      entry.intent === intent &&
      entry.at >= since &&
      types.test(entry.type) &&
      entry.status >= 200 &&
      entry.status < 300,
  )
  return delivered < 0
    ? undefined
    : cards.slice(0, delivered + 1).reduce((latest, { at }) => Math.max(latest, at), 0)
}

export const M7: Check = (evidence, facts) =>
  both(givenBackOnce(evidence, facts), settledWhenBack(evidence, facts), notPrinted(evidence, facts))

const givenBackOnce: Check = (_evidence, facts) =>
  each(
    'M7',
    facts.refunds,
    ([intent, refunds]) => {
      const [cents, all] = [back(facts, intent, ['succeeded', 'pending']), charged(facts, intent)]
      if (cents > all) return `gave ${cents} back of ${all}`
      const ours = refunds.filter((one) => isOurs(one) && living.includes(one.state))
      for (const letter of lettersOf(facts, intent)) {
        const own = ours.filter((one) => one.letter === letter)
        const [gone, part] = [own.reduce((sum, one) => sum + one.cents, 0), takenFor(facts, intent, letter)]
        if (gone > part) return `gave ${gone} back of a letter's ${part}`
        if (own.length > 1 && refunds.length === ours.length) return 'was given back in pieces'
      }
      const isNobodys = ours.some(({ letter }) => !lettersOf(facts, intent).includes(letter))
      return isNobodys && 'was given back for a letter of another order'
    },
    ([intent]) => oneLetterOf(facts, intent),
  )

const settledWhenBack: Check = ({ snapshot }, facts) => {
  const payments = new Map(snapshot.payments.map((row) => [row.id, row]))
  return each(
    'M7',
    snapshot.refunds.filter(({ settled }) => settled),
    ({ payment_id }) => {
      const { intent_id, letter_id = '' } = payments.get(payment_id) ?? {}
      const intent = intent_id ?? ''
      return (
        !facts.forgotten.has(intent) &&
        backFor(facts, intent, letter_id) < takenFor(facts, intent, letter_id) &&
        'its refund counts as made, and the money is not back'
      )
    },
    ({ payment_id }) => payments.get(payment_id)?.letter_id,
  )
}

const notPrinted: Check = (evidence, facts) => {
  const { snapshot, acks } = evidence
  const decided = new Set(entries(acks, 'decide').map(({ letter }) => letter))
  const batchedAt = new Map(
    snapshot.steps.flatMap(({ letter_id, step, at }) => (step === 'batch' ? [[letter_id, at]] : [])),
  )
  const letterOf = new Map(snapshot.payments.map(({ id, letter_id }) => [id, letter_id]))
  const wasBatchedAfter = (letter: string, at: number | undefined) =>
    at !== undefined && (batchedAt.get(letter) ?? 0) > at
  return both(
    each(
      'M7',
      [...facts.refunds].flatMap(([intent, refunds]) =>
        lettersOf(facts, intent).map((letter) => ({ intent, letter, refunds })),
      ),
      ({ intent, letter, refunds }) => {
        if (!facts.printsOf.has(letter) || decided.has(letter) || !isAllBack(facts, intent, letter))
          return undefined
        const ours = refunds.some((one) => isOurs(one) && one.letter === letter)
        if (ours && kept(facts, letter) === 0) return 'given back and printed'
        const whole = refunds.find(({ cents }) => cents === charged(facts, intent))
        const delivered = whole && deliveredAt(evidence, intent, /refund/, whole.at)
        return wasBatchedAfter(letter, delivered) && 'printed when it was known to be given back'
      },
      ({ letter }) => letter,
    ),
    each(
      'M7',
      snapshot.refunds.filter(({ reason }) => reason === 'refunded-by-operator'),
      ({ payment_id, at }) =>
        wasBatchedAfter(letterOf.get(payment_id) ?? '', at) && 'was refunded by the office and printed after',
      ({ payment_id }) => letterOf.get(payment_id),
    ),
    each(
      'M7',
      evidence.cards.flatMap((entry) =>
        entry.did === 'dispute' && entry.state === 'needs_response'
          ? lettersOf(facts, entry.intent).map((letter) => ({ ...entry, letter }))
          : [],
      ),
      ({ at, intent, letter }) => {
        const delivered = deliveredAt(evidence, intent, /dispute/, at)
        // Won before the server heard of the dispute: the money is there.
        const isWon = evidence.cards.some(
          (one) =>
            one.did === 'dispute' &&
            one.intent === intent &&
            one.state === 'won' &&
            one.at <= (delivered ?? 0),
        )
        return (
          !isWon &&
          !decided.has(letter) &&
          wasBatchedAfter(letter, delivered) &&
          'printed when it was known to be disputed'
        )
      },
      ({ letter }) => letter,
    ),
  )
}

const isAllBack = (facts: Facts, intent: string, letter: string) =>
  backFor(facts, intent, letter, ['succeeded', 'pending']) >= takenFor(facts, intent, letter)
