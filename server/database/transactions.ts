import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Runs `work` unless it is running on any node. The advisory lock is held by a transaction that does nothing else: a
 * pooler cannot share it, and a killed process releases it. `work` uses its own transactions.
 */
export const exclusively = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T | 'locked'> =>
  db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as ours`.execute(tx)
    return rows[0]?.ours ? work() : 'locked'
  })

/** Runs `read` in one snapshot. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Works on each id, even after failures. @throws the first error, after all were tried; `about`: its id. */
export async function tryEach(ids: string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const failures: Error[] = []
  for (const id of ids)
    await work(id).catch((error: Error) => failures.push(Object.assign(error, { about: id })))
  if (failures[0]) throw failures[0]
}

/** PostgreSQL throws on an id that is no UUID, instead of finding no row. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Why this database cannot be used: a sentence for the operator. */
export class DatabaseTrouble extends Error {
  code: 'no-installation' | 'in-use' | 'other-major' | 'newer-version' | 'keeps-ending' | 'does-not-start'
  constructor(code: DatabaseTrouble['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** SQLSTATE classes: connections, lack of resources (disk, connections), and a server shutting down or starting. */
const states = /^(08|53|57P)/
const ofSockets = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']
const withoutCode =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Whether a query failed because the database was unreachable, whatever the query was. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return states.test(code) || ofSockets.includes(code) || withoutCode.test(message)
}
