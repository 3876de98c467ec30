import type { KyselyPlugin, OperationNode } from 'kysely'
import type { Db } from '../database/tables.ts'

const says = (node: OperationNode, words: string[]): boolean => {
  const text = JSON.stringify(node)
  return words.every((word) => text.includes(word))
}

/** The database, with `times` failures: a statement fails with `error` if its JSON contains all of `words`. */
export function failingDatabase(db: Db, words: string[], error: Error, times = Infinity): Db {
  let left = times
  const failing: KyselyPlugin = {
    transformQuery({ node }) {
      if (left > 0 && says(node, words)) {
        left--
        throw error
      }
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return db.withPlugin(failing)
}

/** The database, where `act` is done once, right after a statement that contains all of `words`; `skip`: so many before. */
export function afterStatement(db: Db, words: string[], act: () => Promise<unknown>, skip = 0): Db {
  let left = skip
  const awaited = new WeakSet<object>()
  let isDone = false
  const acting: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (!isDone && says(node, words) && left-- <= 0) awaited.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!isDone && awaited.has(queryId)) {
        isDone = true
        await act()
      }
      return result
    },
  }
  return db.withPlugin(acting)
}

/** The database, and how many statements contain all of `words`. */
export function countedDatabase(db: Db, words: string[]): { db: Db; count: () => number } {
  let count = 0
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      if (says(node, words)) count++
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  return { db: db.withPlugin(counting), count: () => count }
}

/** What a statement is made of that puts a message in the outbox. */
export const queuesMail = ['"InsertQueryNode"', '"name":"mail"']
/** The one that writes an entry of the audit. */
export const writesEntry = ['"InsertQueryNode"', '"name":"audit_log"']
/** The one that forgets the recipients of messages. */
export const forgetsRecipients = ['"UpdateQueryNode"', '"name":"mail"']
