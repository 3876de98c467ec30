import type { Db, Tx } from './tables.ts'

/** All that `read` reads is of one moment, however many reads it takes. */
export const inSnapshot = <T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
