import { disputeComesAfter } from '@lacre/letter/price/dispute-states.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { SeenDispute } from '../seen-intent.ts'

const disputesOf = (tx: Tx, paymentId: string): Promise<Row<'card_dispute'>[]> =>
  tx.selectFrom('card_dispute').selectAll().where('payment_id', '=', paymentId).orderBy('id').execute()

/** Written down as the provider has them, unless what is known came later; answers all that are known then. */
export async function keepDisputes(
  tx: Tx,
  paymentId: string,
  seen: SeenDispute[],
): Promise<Row<'card_dispute'>[]> {
  const known = await disputesOf(tx, paymentId)
  const news = seen.filter(({ id, state }) =>
    disputeComesAfter(known.find((one) => one.id === id)?.state, state),
  )
  if (!news.length) return known
  await tx
    .insertInto('card_dispute')
    .values(news.map((dispute) => ({ ...dispute, payment_id: paymentId })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })),
    )
    .execute()
  return disputesOf(tx, paymentId)
}
