import { sql, type ExpressionBuilder } from 'kysely'
import type { Db, Row, Tables } from '../../database/tables.ts'

/** Two orders of fifty may go to one postal code. */
const mostReplaced = 100

/**
 * When the account paid the newest letter that is the same and will arrive, or has: whoever sent it from another browser
 * reads it before paying twice. One that was cancelled or came back may well be sent again.
 */
const paidTwinAt = (eb: ExpressionBuilder<Tables, 'letter'>) =>
  eb
    .selectFrom('letter as twin')
    .innerJoin('letter_step', 'letter_step.letter_id', 'twin.id')
    .select('letter_step.at')
    .whereRef('twin.account_id', '=', 'letter.account_id')
    .whereRef('twin.fingerprint', '=', 'letter.fingerprint')
    .where('twin.state', 'in', ['paid', 'batched', 'printed', 'posted'])
    .where('letter_step.to_state', '=', 'paid')
    .orderBy('twin.created_at', 'desc')
    .orderBy('letter_step.seq')
    .limit(1)

/** Older unpaid ones to the same postal code, which is in the clear and spares opening most of the others. */
const older = sql<string[]>`array(
  select o.id from letter o
  where o.account_id = letter.account_id and o.state = 'frozen' and o.postal_code = letter.postal_code
    and o.again_of is null -- what is sent again has its own text, and takes nobody's place
    and (o.created_at, o.id) < (letter.created_at, letter.id)
  order by o.created_at desc limit ${sql.lit(mostReplaced)})`

export type BesideUnpaid = { paidAt: Date | null; older: string[] }

/** What a query of letters gives beside each, in the same round trip. */
export const besideUnpaid = (eb: ExpressionBuilder<Tables, 'letter'>) =>
  [paidTwinAt(eb).as('paidAt'), older.as('older')] as const

export const findUnpaid = (
  db: Db,
  accountId: string,
  fingerprint: Buffer,
): Promise<(Row<'letter'> & BesideUnpaid) | undefined> =>
  db
    .selectFrom('letter')
    .selectAll()
    .select(besideUnpaid)
    .where('account_id', '=', accountId)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'frozen')
    .executeTakeFirst()

/** Of unpaid letters, by their ids. */
export async function paidBefore(db: Db, letters: Pick<Row<'letter'>, 'id' | 'state'>[]) {
  const unpaid = letters.filter(({ state }) => state === 'frozen').map(({ id }) => id)
  if (!unpaid.length) return new Map<string, Date>()
  const rows = await db
    .selectFrom('letter')
    .select((eb) => ['id', paidTwinAt(eb).as('at')])
    .where('id', 'in', unpaid)
    .execute()
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])))
}
