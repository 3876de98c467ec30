import { disputeComesAfter } from '@lacre/letter/price/payment-states.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { SeenDispute } from '../seen-intent.ts'

const disputesOf = (tx: Tx, paymentIds: string[]): Promise<Row<'card_dispute'>[]> =>
  tx.selectFrom('card_dispute').selectAll().where('payment_id', 'in', paymentIds).orderBy('id').execute()

/**
 * Written down as the provider has them, of all payments of a charge under the first, unless what is known came later;
 * answers all that are known then, and which of them are news.
 */
export async function keepDisputes(
  tx: Tx,
  paymentIds: string[],
  seen: SeenDispute[],
): Promise<{ known: SeenDispute[]; news: SeenDispute[] }> {
  const known = await disputesOf(tx, paymentIds)
  const news = seen.filter(({ id, state }) =>
    disputeComesAfter(known.find((one) => one.id === id)?.state, state),
  )
  if (!news.length) return { known, news }
  await tx
    .insertInto('card_dispute')
    .values(news.map((dispute) => ({ ...dispute, payment_id: paymentIds[0]! })))
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ state: eb.ref('excluded.state') })),
    )
    .execute()
  return { known: await disputesOf(tx, paymentIds), news }
}
