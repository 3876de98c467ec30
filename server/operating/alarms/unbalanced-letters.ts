import { days, earlier } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { onTheWayBack } from '../../database/queries/given-back.ts'
import type { Db } from '../../database/tables.ts'

/** What ended longer ago than this was looked at for as long. */
const endedWithin = days(40)

/**
 * Letters on their way to paper whose money is not here, unless a supervisor has given it back all the same, and letters that ended with money of somebody that nobody gives
 * back and nobody was told of. Both are impossible by the rules of payments: this looks whether the rules hold.
 */
export async function unbalancedLetters(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from letter where state in ('paid', 'batched', 'printed') and not exists (
      select 1 from payment where letter_id = letter.id and state = 'paid'
        and received_cents - refunded_cents >= letter.total_cents)
      and not exists (select 1 from payment join refund on refund.payment_id = payment.id
        where letter_id = letter.id and refund.reason = 'refunded-by-operator')
    union all
    select letter.id from letter join payment on payment.letter_id = letter.id
    where letter.state in ('cancelled', 'expired') and letter.state_since > ${earlier(now, endedWithin)}
      and payment.received_cents > payment.refunded_cents + ${onTheWayBack} and payment.dispute is null
      and not exists (select 1 from refund where payment_id = payment.id and state in ('asked', 'pending'))
      and not exists (select 1 from concern where letter_id = letter.id and settled_at is null)`.execute(db)
  return rows.map(({ id }) => id)
}
