import type { KyselyPlugin } from 'kysely'
import type { Db } from '../database/tables.ts'

/** The database, where each statement fails with `error` whose nodes, as JSON, contain all of `words`. */
export function failingDatabase(db: Db, words: string[], error: Error): Db {
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node)
      if (words.every((word) => text.includes(word))) throw error
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return db.withPlugin(failing)
}

/** What a statement is made of that puts a message in the outbox. */
export const queuesMail = ['"InsertQueryNode"', '"name":"mail"']
