import { sql } from 'kysely'
import type { Db } from './tables.ts'

/**
 * Work of this name that only one may do at a time, on whichever node. The lock belongs to a connection, so no
 * transaction stays open and a killed process gives it back.
 */
export const exclusively = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T | 'somebody-else'> =>
  db.connection().execute(async (connection) => {
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_lock(hashtext(${name})) as ours`.execute(connection)
    if (!rows[0]?.ours) return 'somebody-else'
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}))`.execute(connection)
    }
  })
