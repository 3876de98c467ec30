import { enqueue } from '../../database/jobs.ts'
import type { Tx } from '../../database/tables.ts'
import type { Clock } from '../../outside/clock.ts'
import type { RequestRefund } from '../../ports.ts'
import { lockLetter } from '../table/owed-letter.ts'
import { livePayment, type Payment } from '../table/payments-table.ts'

/**
 * Asks for the whole sum of a paid letter back, in the transaction that cancels the letter. Asked twice, it is done
 * once: the payment is the key of its refund. `settleRefunds` brings it about.
 */
export const createRequestRefund =
  ({ clock }: { clock: Clock }): RequestRefund =>
  async (tx, { letterId, reason }) => {
    await lockLetter(tx, letterId)
    const payment = await livePayment(tx, letterId)
    if (payment?.state !== 'paid') return 'nothing-paid'
    await startRefund({ clock }, tx, payment, reason)
    return 'requested'
  }

export async function startRefund(
  { clock }: { clock: Clock },
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
    })
    .onConflict((conflict) => conflict.column('payment_id').doNothing())
    .execute()
  await enqueue(tx, 'refund', payment.id, { paymentId: payment.id })
}
