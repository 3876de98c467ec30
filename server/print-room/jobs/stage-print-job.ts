import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'
import type { StagePrintJobs } from '../../ports.ts'

/**
 * The letters wait for a batch from now on. In the transaction that makes it paid; a second call changes nothing,
 * because a letter has at most one living job (design.md#database-is-the-guard). After a void job it is the next
 * attempt.
 */
export const stagePrintJobs: StagePrintJobs = async (tx, letterIds, now) => {
  await sql`
    insert into print_job (letter_id, attempt, state, created_at)
    select paid.id, (select coalesce(max(attempt), 0) + 1 from print_job where letter_id = paid.id), 'waiting', ${now}
    from unnest(${letterIds}::uuid[]) as paid (id)
    on conflict do nothing`.execute(tx)
}

export const stagePrintJob = (tx: Tx, letterId: string, now: Date): Promise<void> =>
  stagePrintJobs(tx, [letterId], now)
