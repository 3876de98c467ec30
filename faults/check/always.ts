import type { Evidence } from './evidence.ts'
import { factsOf } from './facts.ts'
import { numbered } from './invoices.ts'
import { both, each } from './violation.ts'
import type { Checked } from './check.ts'

const paidFor = ['paid', 'batched', 'printed', 'posted', 'returned']

/** What holds at any moment, however much is still under way: nothing here leads ahead of the provider's own ledger. */
export function checkAlways(evidence: Evidence): Checked {
  const facts = factsOf(evidence)
  const { house } = evidence
  const payments = new Map(house.payments.map((row) => [row.id, row]))
  const everBack = (intent: string) =>
    (facts.refunds.get(intent) ?? []).reduce(
      (sum, { hasSucceeded, cents }) => (hasSucceeded ? sum + cents : sum),
      0,
    )
  const M9 = each(
    'M9',
    house.payments,
    ({ intent_id, received_cents, refunded_cents }) => {
      const [taken, back] = [facts.charges.get(intent_id ?? '')?.cents ?? 0, everBack(intent_id ?? '')]
      if (received_cents > taken) return `${received_cents} are booked where ${taken} were charged`
      return refunded_cents > back && `${refunded_cents} are booked as back, and ${back} are`
    },
    ({ letter_id }) => letter_id,
  )
  const M10 = each(
    'M10',
    house.payments,
    ({ intent_id, state }) =>
      state === 'cancelled' &&
      intent_id !== null &&
      !facts.cancelled.has(intent_id) &&
      !facts.forgotten.has(intent_id) &&
      'is closed here and open at the provider',
    ({ letter_id }) => letter_id,
  )
  const M2 = each(
    'M2',
    house.letters.filter(({ state }) => paidFor.includes(state)),
    ({ id, state, total_cents }) => {
      const charges = (facts.intentsOf.get(id) ?? []).flatMap((intent) => facts.charges.get(intent) ?? [])
      return (
        !charges.some(({ live, cents }) => live && cents === total_cents) &&
        `is ${state} without its price in real money`
      )
    },
    ({ id }) => id,
  )
  const M7 = each(
    'M7',
    house.refunds.filter(({ settled }) => settled),
    ({ payment_id }) => {
      const { intent_id, received_cents } = payments.get(payment_id)!
      return everBack(intent_id ?? '') < received_cents && 'is settled before the money is back'
    },
    ({ payment_id }) => payments.get(payment_id)?.letter_id,
  )
  return { M2: both(M2), M7, M9, M10, B1: numbered(house.invoices) }
}
