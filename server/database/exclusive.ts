import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Work of this name that only one may do at a time, on whichever node. The lock belongs to a transaction that does nothing
 * else, so that a pooler cannot give it to somebody else, and a killed process gives it back. No row and no snapshot is
 * held by it; what `work` does, it does in transactions of its own.
 */
export const exclusively = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T | 'somebody-else'> =>
  db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as ours`.execute(tx)
    return rows[0]?.ours ? work() : 'somebody-else'
  })
