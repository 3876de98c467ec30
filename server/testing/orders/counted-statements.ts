import type { KyselyPlugin } from 'kysely'
import type { Db } from '../../database/tables.ts'

/** How many statements `work` asks of the database that it is handed; beginning and ending transactions is none. */
export async function statementsOf(db: Db, work: (counted: Db) => Promise<unknown>): Promise<number> {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      count++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await work(db.withPlugin(counting))
  return count
}
