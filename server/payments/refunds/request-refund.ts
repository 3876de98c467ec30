import { isWithBank, isGivenUp } from '@lacre/letter/price/payment-states.ts'
import { enqueue, enqueueAgain } from '../../database/jobs.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundRequest, RequestRefund } from '../../ports.ts'
import type { Payment } from '../table/payments-table.ts'
import { refundOf, sumsOf } from '../table/refunds-table.ts'

/**
 * Asks for all back that was taken for a letter, whatever it was asked for, in the transaction that cancels it. Asked
 * twice, it is done once: the payment is the key of its refund. `settleRefunds` brings it about. What a bank decides
 * about, or has given back itself, does not go back from here.
 */
export async function requestRefund(
  { clock, lockLetter }: Pick<PaymentsDeps, 'clock' | 'lockLetter'>,
  tx: Tx,
  { letterId, reason }: RefundRequest,
): ReturnType<RequestRefund> {
  await lockLetter(tx, letterId)
  const payments = await tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', 'in', ['paid', 'taken'])
    .orderBy('id')
    .forUpdate()
    .execute()
  let cents = 0
  for (const payment of payments)
    if (!isWithBank(payment.dispute)) cents += await startRefund({ clock }, tx, payment, reason)
  return cents
}

/**
 * Answers how many cents go back by this: what neither is back nor on its way, unless that was asked for before, and told
 * then. A refund the provider has given up is asked for again: else nobody would bring that sum about.
 */
export async function startRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  payment: Payment,
  reason: string,
): Promise<number> {
  const { back, onTheWay } = await sumsOf(tx, payment.id)
  const left = payment.received_cents - back - onTheWay
  const asked = await refundOf(tx, payment.id)
  if (left <= 0 || (asked && !isGivenUp(asked.state))) return 0
  if (asked) {
    await askAgain(tx, asked, clock.now())
    return left
  }
  await tx
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      amount_cents: left,
      reason,
      requested_at: clock.now(),
      provider_id: null,
      settled_at: null,
      key_used_at: null,
      key_failed_at: null,
    })
    .execute()
  await enqueue(tx, 'refund', payment.id, {}, { givesUp: false })
  return left
}

/** A refund the provider has given up goes under a new key; one without an answer keeps its own (design.md#unknown-is-a-state). */
export async function askAgain(
  tx: Tx,
  { payment_id, state, attempt }: Row<'refund'>,
  now: Date,
): Promise<void> {
  const anew = { state: 'asked', attempt: attempt + 1, key_used_at: null, key_failed_at: null } as const
  await tx
    .updateTable('refund')
    .set({ ...(state === 'asked' ? {} : anew), requested_at: now })
    .where('payment_id', '=', payment_id)
    .execute()
  await enqueueAgain(tx, 'refund', payment_id)
}
