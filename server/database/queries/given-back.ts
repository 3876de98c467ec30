import { disputeStates, isWithBank } from '@lacre/letter/price/payment-states.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../tables.ts'

/** In cents, of a row of `payment`: what the provider has sent back and the bank has not got yet. */
export const onTheWayBack = sql<number>`(
  select coalesce(sum(cents), 0)::int from card_refund where payment_id = payment.id and state = 'pending')`

const withBank = disputeStates.filter(isWithBank)

/** Letters of which all that was paid is back, on its way or asked back, or a bank decides about it, or has. */
export const givenBackLetters = (db: Db) =>
  db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .select('payment.letter_id')
    .where('payment.paid_at', 'is not', null)
    .where((is) =>
      is.or([
        sql<SqlBool>`payment.refunded_cents + ${onTheWayBack} >= payment.received_cents`,
        is('refund.payment_id', 'is not', null),
        is('payment.dispute', 'in', withBank),
      ]),
    )

export const isAnyGivenBack = async (db: Db, letterIds: string[]): Promise<boolean> =>
  letterIds.length > 0 &&
  (await givenBackLetters(db).where('payment.letter_id', 'in', letterIds).limit(1).executeTakeFirst()) !==
    undefined
