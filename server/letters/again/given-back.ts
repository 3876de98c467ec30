import { isWithBank } from '@lacre/letter/price/dispute-states.ts'
import type { Db } from '../../database/tables.ts'

/** Whether all that was paid for a letter has gone back or was asked back, or a bank decides about it, or has. */
export async function isGivenBack(db: Db, letterId: string): Promise<boolean> {
  const paid = await db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .select(['payment.state', 'payment.dispute', 'refund.payment_id as asked'])
    .where('payment.letter_id', '=', letterId)
    .where('payment.paid_at', 'is not', null)
    .execute()
  return paid.some(
    ({ state, dispute, asked }) => state === 'refunded' || asked !== null || isWithBank(dispute),
  )
}
