import { entries } from '../ledger.ts'
import { backFor, kept, takenFor, waitsForName } from './facts.ts'
import { both, each, type Check } from './violation.ts'

export const M8: Check = (evidence, facts) =>
  both(endedForNothing(evidence, facts), goesBack(evidence, facts), endedWhenBack(evidence, facts))

/** Each requested refund is made or pending, unless the provider reported its failure. */
const goesBack: Check = ({ snapshot }, facts) => {
  const payments = new Map(snapshot.payments.map((row) => [row.id, row]))
  return each(
    'M8',
    snapshot.refunds,
    ({ payment_id, state }) => {
      const { intent_id, letter_id = '' } = payments.get(payment_id) ?? {}
      const intent = intent_id ?? ''
      const isWithBank = /needs_response|lost/.test(facts.disputes.get(intent) ?? '')
      if (facts.forgotten.has(intent) || isWithBank || waitsForName(snapshot, intent)) return undefined
      const missing =
        takenFor(facts, intent, letter_id) - backFor(facts, intent, letter_id, ['succeeded', 'pending'])
      const isRefused = backFor(facts, intent, letter_id, ['failed', 'canceled']) > 0
      return (
        missing > 0 &&
        (state === 'asked' || !isRefused) &&
        `${missing} cents were asked to go back, and do not`
      )
    },
    ({ payment_id }) => payments.get(payment_id)?.letter_id,
  )
}

/** A refund on the provider's pages cancels a letter only when all of its money was refunded, even if that failed later. */
const endedWhenBack: Check = ({ snapshot }, facts) =>
  each(
    'M8',
    snapshot.steps.filter(({ step, cause }) => step === 'cancel' && cause === 'card-provider'),
    ({ letter_id }) => {
      const sums = (facts.intentsOf.get(letter_id) ?? []).map((intent) => [
        takenFor(facts, intent, letter_id),
        backFor(facts, intent, letter_id, ['succeeded', 'pending', 'failed', 'canceled']),
      ])
      return !sums.some(([all = 0, gone = 0]) => all > 0 && gone >= all) && 'was ended with its money here'
    },
    ({ letter_id }) => letter_id,
  )

const endedForNothing: Check = ({ snapshot, acks }, facts) => {
  const promised = new Set(entries(acks, 'cancel').map(({ letter }) => letter))
  const over = snapshot.letters.filter(({ id, state }) => state === 'cancelled' || promised.has(id))
  const decided = new Set(entries(acks, 'decide').map(({ letter }) => letter))
  return each(
    'M8',
    over,
    ({ id }) => {
      const money = kept(facts, id)
      if (money && !facts.escalated.has(id)) return `${money} cents were kept`
      return (facts.printsOf.get(id) ?? 0) > 0 && !decided.has(id) && 'was printed'
    },
    ({ id }) => id,
  )
}
