import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'

/**
 * The letter waits for a batch from now on. In the transaction that makes it paid; a second call changes nothing,
 * because a letter has at most one living job (design.md#database-is-the-guard). After a void job it is the next
 * attempt.
 */
export async function stagePrintJob(tx: Tx, letterId: string, now: Date): Promise<void> {
  await sql`
    insert into print_job (letter_id, attempt, state, created_at)
    select ${letterId}, coalesce(max(attempt), 0) + 1, 'waiting', ${now} from print_job where letter_id = ${letterId}
    on conflict do nothing`.execute(tx)
}
