import { disputeStates, isWithBank } from '@lacre/letter/price/dispute-states.ts'
import type { Db } from '../tables.ts'

const withBank = disputeStates.filter(isWithBank)

/** Letters of which all that was paid has gone back or was asked back, or a bank decides about it, or has. */
export const givenBackLetters = (db: Db) =>
  db
    .selectFrom('payment')
    .leftJoin('refund', 'refund.payment_id', 'payment.id')
    .select('payment.letter_id')
    .where('payment.paid_at', 'is not', null)
    .where((is) =>
      is.or([
        is('payment.state', '=', 'refunded'),
        is('refund.payment_id', 'is not', null),
        is('payment.dispute', 'in', withBank),
      ]),
    )

export const isAnyGivenBack = async (db: Db, letterIds: string[]): Promise<boolean> =>
  letterIds.length > 0 &&
  (await givenBackLetters(db).where('payment.letter_id', 'in', letterIds).limit(1).executeTakeFirst()) !==
    undefined
