import { enqueue } from '../../database/jobs.ts'
import type { Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { RefundRequest, RequestRefund } from '../../ports.ts'
import { livePayment, type Payment } from '../table/payments-table.ts'

/**
 * Asks for the whole sum of a paid letter back, in the transaction that cancels the letter. Asked twice, it is done
 * once: the payment is the key of its refund. `settleRefunds` brings it about.
 */
export async function requestRefund(
  { clock, lockLetter }: Pick<PaymentsDeps, 'clock' | 'lockLetter'>,
  tx: Tx,
  { letterId, reason }: RefundRequest,
): ReturnType<RequestRefund> {
  await lockLetter(tx, letterId)
  const payment = await livePayment(tx, letterId)
  if (payment?.state !== 'paid') return 'nothing-paid'
  await startRefund({ clock }, tx, payment, reason)
  return 'requested'
}

export async function startRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  payment: Payment,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('refund')
    .values({
      payment_id: payment.id,
      amount_cents: payment.amount_cents - payment.refunded_cents,
      reason,
      requested_at: clock.now(),
      provider_id: null,
      settled_at: null,
      key_used_at: null,
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
  await enqueue(tx, 'refund', payment.id, {}, false)
}
