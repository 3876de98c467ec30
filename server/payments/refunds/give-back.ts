import { enqueueAgain } from '../../database/jobs.ts'
import type { Db, Tx } from '../../database/tables.ts'
import type { GiveBack, WaitingRefund } from '../../ports.ts'
import { startRefund } from './request-refund.ts'
import type { PaymentsDeps } from '../deps.ts'

/** Every refund that was asked for and has not arrived, the oldest first. */
export const waitingRefunds = (db: Db): Promise<WaitingRefund[]> =>
  db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.letter_id as letterId', 'refund.amount_cents as cents', 'refund.state'])
    .select('refund.requested_at as since')
    .where('refund.state', '<>', 'succeeded')
    .orderBy('requested_at')
    .execute()

/**
 * What we owe for a letter goes back now. A refund the provider has given up is asked for anew, under a new key; one
 * without an answer keeps its own (design.md#unknown-is-a-state). What was taken beyond or beside the shown sum is asked
 * for here first.
 */
export async function giveBack(
  { lockLetter, clock }: Pick<PaymentsDeps, 'lockLetter' | 'clock'>,
  tx: Tx,
  letterId: string,
): ReturnType<GiveBack> {
  if (!(await lockLetter(tx, letterId))) return 0
  const own = tx.selectFrom('payment').select('id').where('letter_id', '=', letterId)
  await tx
    .updateTable('refund')
    .set((eb) => ({ state: 'asked', attempt: eb('attempt', '+', 1), key_used_at: null }))
    .where('payment_id', 'in', own)
    .where('state', 'in', ['failed', 'canceled'])
    .execute()
  const taken = tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', '=', 'taken')
    .where('id', 'not in', tx.selectFrom('refund').select('payment_id'))
  for (const payment of await taken.execute()) await startRefund({ clock }, tx, payment, 'taken')
  const asked = await tx
    .updateTable('refund')
    .set({ requested_at: clock.now() })
    .where('payment_id', 'in', own)
    .where('state', '=', 'asked')
    .returning(['payment_id', 'amount_cents'])
    .execute()
  for (const { payment_id } of asked) await enqueueAgain(tx, 'refund', payment_id)
  return asked.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
}
