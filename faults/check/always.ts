import { entries } from '../ledger.ts'
import type { Evidence, Snapshot } from './evidence.ts'
import { charged, factsOf, shareOf, shownFor, takenFor, type Facts } from './facts.ts'
import { numbered } from './invoices.ts'
import { both, each, groupBy } from './violation.ts'
import type { Checked } from './check.ts'

const paidFor = ['paid', 'batched', 'printed', 'posted', 'returned']

/** Rules that hold at any moment, also while work is under way: our books never run ahead of the provider's ledger. */
export function checkAlways(evidence: Evidence): Checked {
  const facts = factsOf(evidence)
  const { snapshot } = evidence
  const payments = new Map(snapshot.payments.map((row) => [row.id, row]))
  const orders = groupBy(
    snapshot.payments.filter(({ intent_id }) => intent_id !== null),
    ({ intent_id }) => intent_id!,
  )
  const M9 = each(
    'M9',
    orders,
    ([intent, rows]) => {
      const [taken, back] = [charged(facts, intent), everBack(facts, intent)]
      const booked = sumOf(rows, 'received_cents')
      if (booked > taken) return `${booked} are booked where ${taken} were charged`
      const bookedBack = sumOf(rows, 'refunded_cents')
      return bookedBack > back && `${bookedBack} are booked as back, and ${back} are`
    },
    ([, [first]]) => first?.letter_id,
  )
  const M10 = both(
    each(
      'M10',
      snapshot.payments,
      ({ intent_id, state }) =>
        state === 'cancelled' &&
        intent_id !== null &&
        !facts.cancelled.has(intent_id) &&
        !facts.forgotten.has(intent_id) &&
        'is closed here and open at the provider',
      ({ letter_id }) => letter_id,
    ),
    each(
      'M10',
      orders.values(),
      (rows) => new Set(rows.map(progressOf)).size > 1 && 'only some letters of an order are booked',
      ([first]) => first?.letter_id,
    ),
  )
  const M2 = each(
    'M2',
    snapshot.letters.filter(({ state }) => paidFor.includes(state)),
    ({ id, state }) => {
      const intents = facts.intentsOf.get(id) ?? []
      const isPaid = intents.some((intent) => {
        const charge = facts.charges.get(intent)
        return charge?.live === true && charge.cents === shownFor(facts, intent)
      })
      return !isPaid && `is ${state} without its price in real money`
    },
    ({ id }) => id,
  )
  const M7 = each(
    'M7',
    snapshot.refunds.filter(({ settled }) => settled),
    ({ payment_id }) => {
      const { intent_id, letter_id } = payments.get(payment_id)!
      const intent = intent_id ?? ''
      return (
        everBack(facts, intent, letter_id) < takenFor(facts, intent, letter_id) &&
        'is settled before the money is back'
      )
    },
    ({ payment_id }) => payments.get(payment_id)?.letter_id,
  )
  return { M2, M4: payableOnce(evidence, facts), M7, M9, M10, B1: numbered(snapshot.invoices) }
}

type Payment = Snapshot['payments'][number]

const sumOf = (rows: Payment[], sum: 'received_cents' | 'refunded_cents') =>
  rows.reduce((cents, row) => cents + row[sum], 0)

/** The stage of a payment. All payments of an order reach it together. */
const progressOf = ({ state }: Payment) => (state === 'open' || state === 'cancelled' ? state : 'booked')

/** Cents that were refunded at some time, for one letter or for the whole intent, even if the refund failed later. */
const everBack = (facts: Facts, intent: string, letter?: string) =>
  (facts.refunds.get(intent) ?? []).reduce((sum, refund) => {
    if (!refund.hasSucceeded) return sum
    return sum + (letter === undefined ? refund.cents : shareOf(facts, intent, refund, letter))
  }, 0)

/** A customer never has two payable intents for one letter. */
const payableOnce = ({ acks }: Evidence, facts: Facts) => {
  const given = new Set(entries(acks, 'intent').map(({ intent }) => intent))
  return each(
    'M4',
    facts.intentsOf,
    ([, intents]) => {
      const payable = intents.filter(
        (intent) =>
          given.has(intent) &&
          !facts.charges.has(intent) &&
          !facts.cancelled.has(intent) &&
          !facts.forgotten.has(intent),
      )
      return payable.length > 1 && `can be paid by ${payable.length} forms at once`
    },
    ([letter]) => letter,
  )
}
