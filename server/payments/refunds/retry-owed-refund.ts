import { isOwed } from '@lacre/letter/price/price.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../../database/tables.ts'
import type { RetryOwedRefund, WaitingRefund } from '../../ports.ts'
import { askAgain, startRefund } from './request-refund.ts'
import type { PaymentsDeps } from '../deps.ts'
import { refundOf, sumsOf } from '../table/refunds-table.ts'

/** Every refund that was asked for and has not arrived, the oldest first. */
export const waitingRefunds = (db: Db): Promise<WaitingRefund[]> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.letter_id as letterId', 'refund.amount_cents as cents', 'refund.state'])
    .select('refund.requested_at as since')
    .where('refund.state', '<>', 'succeeded')
    .where(sql<boolean>`payment.dispute is distinct from 'lost'`)
    .orderBy('requested_at')
    .execute()

/**
 * What we owe for a letter goes back now. What was taken beyond or beside the shown sum, or stayed with us after a
 * dispute, is asked for here first, and its sender told; of what is asked for again they were told before.
 */
export async function retryOwedRefund(
  { lockLetter, clock, queueMail }: Pick<PaymentsDeps, 'lockLetter' | 'clock' | 'queueMail'>,
  tx: Tx,
  letterId: string,
): ReturnType<RetryOwedRefund> {
  const letter = await lockLetter(tx, letterId)
  if (!letter) return 0
  const payments = tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .orderBy('id')
    .forUpdate()
  let [cents, news] = [0, 0]
  for (const payment of await payments.execute()) {
    const asked = await refundOf(tx, payment.id)
    const { back, onTheWay } = await sumsOf(tx, payment.id)
    const left = payment.received_cents - back - onTheWay
    if (!isOwed(letter.state, { ...payment, left }, asked?.state)) continue
    if (asked) await askAgain(tx, asked, clock.now())
    else news += await startRefund({ clock }, tx, payment, 'given-back')
    cents += left
  }
  if (news) await queueMail(tx, { kind: 'given-back', data: { letterId, refunded: String(news) } })
  return cents
}
