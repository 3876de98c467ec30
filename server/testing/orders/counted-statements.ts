import type { Db } from '../../database/tables.ts'
import { countedDatabase } from '../played-database.ts'

/** How many statements `work` asks of the database that it is handed; beginning and ending transactions is none. */
export async function statementsOf(db: Db, work: (counted: Db) => Promise<unknown>): Promise<number> {
  const counted = countedDatabase(db, [])
  await work(counted.db)
  return counted.count()
}
