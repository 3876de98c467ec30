import type { LetterSummary } from '@lacre/letter/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

type OrderOfLetter = NonNullable<LetterSummary['order']>

/** The orders of several letters that these belong to, by letter (design.md#orders). The newest, where one was given up. */
export async function ordersOf(db: Db, letterIds: string[]): Promise<Map<string, OrderOfLetter>> {
  const found = await sql<OrderOfLetter & { letter_id: string }>`
    select own.letter_id, own.order_id as id, count(*)::int as letters, sum(part.amount_cents)::int as total
    from payment own join payment part on part.idempotency_key = own.idempotency_key
    where own.letter_id = any(${letterIds}::uuid[]) and own.order_id is not null and own.state <> 'cancelled'
    group by own.letter_id, own.order_id, own.created_at order by own.created_at`.execute(db)
  return new Map(found.rows.map(({ letter_id, ...order }) => [letter_id, order]))
}
