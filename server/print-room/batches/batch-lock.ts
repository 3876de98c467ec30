import { sql } from 'kysely'
import type { Db } from '../../database/tables.ts'

/**
 * One operator at a time writes batches: a second one would write, and print, what the first is still writing. The
 * lock belongs to a connection, so no transaction stays open and a killed process gives it back.
 */
export const withBatchLock = <T>(db: Db, work: () => Promise<T>): Promise<T | 'somebody-else'> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_lock(hashtext('write-batches')) as ours`.execute(connection)
    if (!rows[0]?.ours) return 'somebody-else'
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext('write-batches'))`.execute(connection)
    }
  })
