import { exclusively } from '../../database/exclusive.ts'
import type { Db } from '../../database/tables.ts'

/** One operator at a time writes batches: a second one would write, and print, what the first is still writing. */
export const withBatchLock = <T>(db: Db, work: () => Promise<T>): Promise<T | 'somebody-else'> =>
  exclusively(db, 'write-batches', work)
