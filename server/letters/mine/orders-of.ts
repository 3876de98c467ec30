import type { LetterSummary } from '@lacre/letter/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'
import type { LetterRow } from '../stored/letters-table.ts'

type OrderOfLetter = NonNullable<LetterSummary['order']>

/** It is paid, or is about to be; or it was given up, the letter still waits to be paid and joined no order since. */
const holds = (payment: string) => {
  const of = (column: string) => sql.ref(`${payment}.${column}`)
  return sql`(${of('state')} <> 'cancelled' or (
    (select state from letter where id = ${of('letter_id')}) = 'frozen' and not exists (
      select from payment later
      where later.letter_id = ${of('letter_id')} and later.order_id <> ${of('order_id')}
        and (later.state <> 'cancelled' or later.created_at > ${of('created_at')}))))`
}

/**
 * The orders of several letters that these belong to, by letter (design.md#orders). What was begun together and given up
 * stays together as long as it is unpaid.
 */
export async function ordersOf(db: Db, letterIds: string[]): Promise<Map<string, OrderOfLetter>> {
  const found = await sql<OrderOfLetter & { letter_id: string }>`
    select own.letter_id, own.order_id as id, count(*)::int as letters, sum(part.amount_cents)::int as total
    from payment own join payment part on part.idempotency_key = own.idempotency_key
    where own.letter_id = any(${letterIds}::uuid[]) and own.order_id is not null
      and ${holds('own')} and ${holds('part')}
    group by own.letter_id, own.order_id, own.created_at having count(*) > 1
    order by own.created_at`.execute(db)
  return new Map(found.rows.map(({ letter_id, ...order }) => [letter_id, order]))
}

/** Every letter that was ever begun in this order, whatever became of it, as they were written. */
export async function lettersOfOrder(db: Db, accountId: string, orderId: string): Promise<LetterRow[]> {
  const { rows } = await sql<LetterRow>`
    select letter.* from letter join payment own on own.letter_id = letter.id
    where own.order_id = ${orderId}::uuid and letter.account_id = ${accountId}
    order by letter.created_at, letter.id`.execute(db)
  return rows
}
