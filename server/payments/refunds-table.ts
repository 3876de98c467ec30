import { comesAfter, disputeComesAfter } from '@lacre/letter/price/payment-states.ts'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { SeenDispute, SeenRefund } from './seen-intent.ts'

export const refundOf = (tx: Db | Tx, paymentId: string): Promise<Row<'refund'> | undefined> =>
  tx.selectFrom('refund').selectAll().where('payment_id', '=', paymentId).executeTakeFirst()

export const refundsOfPayments = (tx: Tx, paymentIds: string[]): Promise<Row<'card_refund'>[]> =>
  tx.selectFrom('card_refund').selectAll().where('payment_id', 'in', paymentIds).execute()

/** Of which of these payments a refund was sent to the provider that has not answered. */
export async function sentRefunds(tx: Tx, paymentIds: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('refund')
    .select('payment_id')
    .where('payment_id', 'in', paymentIds)
    .where('state', '=', 'asked')
    .where('key_used_at', 'is not', null)
    .execute()
  return rows.map(({ payment_id }) => payment_id)
}

/** Those of which something new was seen. */
export const newsOf = (known: Row<'card_refund'>[], seen: SeenRefund[]): SeenRefund[] =>
  seen.filter(({ id, state }) => comesAfter(known.find((one) => one.id === id)?.state, state))

/** News, written down as the provider has them. */
export async function keepRefunds(tx: Tx, paymentId: string, news: SeenRefund[]): Promise<void> {
  await tx
    .insertInto('card_refund')
    .values(
      news.map(({ id, cents, state, madeAt }) => ({
        id,
        cents,
        state,
        made_at: madeAt,
        payment_id: paymentId,
      })),
    )
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({
        cents: eb.ref('excluded.cents'),
        state: eb.ref('excluded.state'),
      })),
    )
    .execute()
}

/** In cents: what is back on the card, and what is on its way there. */
export async function sumsOf(tx: Db | Tx, paymentId: string): Promise<{ back: number; onTheWay: number }> {
  const sum = (state: string) => sql<number>`coalesce(sum(cents) filter (where state = ${state}), 0)::int`
  return tx
    .selectFrom('card_refund')
    .select([sum('succeeded').as('back'), sum('pending').as('onTheWay')])
    .where('payment_id', '=', paymentId)
    .executeTakeFirstOrThrow()
}

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
