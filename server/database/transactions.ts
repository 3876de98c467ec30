import { sql } from 'kysely'
import type { Db, Tx } from './tables.ts'

/**
 * Work of this name that only one may do at a time, on whichever node. The lock belongs to a transaction that does nothing
 * else, so that a pooler cannot give it to somebody else, and a killed process gives it back. No row and no snapshot is
 * held by it; what `work` does, it does in transactions of its own.
 */
export const exclusively = <T>(db: Db, name: string, work: () => Promise<T>): Promise<T | 'locked'> =>
  db.transaction().execute(async (tx) => {
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const { rows } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as ours`.execute(tx)
    return rows[0]?.ours ? work() : 'locked'
  })

/** All that `read` reads is of one moment, however many reads it takes. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** Works on each row, whatever becomes of the others. @throws what failed first, once all were tried; `about`: its id. */
export async function tryEach(ids: string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const failures: Error[] = []
  for (const id of ids)
    await work(id).catch((error: Error) => failures.push(Object.assign(error, { about: id })))
  if (failures[0]) throw failures[0]
}

/** Whether PostgreSQL can look it up as an id: another text is an error there, not a row that is missing. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

/** Why nobody can work on this database: a sentence for whoever runs it. */
export class DatabaseTrouble extends Error {
  code: 'no-installation' | 'in-use' | 'other-major' | 'newer-version' | 'keeps-ending' | 'does-not-start'
  constructor(code: DatabaseTrouble['code'], sentence: string) {
    super(sentence)
    this.code = code
  }
}

/** Of SQLSTATE: connections, what there is not enough of (the disk, connections), and a server that ends or starts. */
const states = /^(08|53|57P)/
const ofSockets = ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE']
const withoutCode =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/

/** Did a query fail because the database was not there for it? It says nothing about what was asked. */
export function isDatabaseAway(error: unknown): boolean {
  const { code = '', message } = error as Error & { code?: string }
  return states.test(code) || ofSockets.includes(code) || withoutCode.test(message)
}
