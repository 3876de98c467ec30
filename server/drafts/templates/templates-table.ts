import { sql } from 'kysely'
import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'

/** Undefined also when it is somebody else's: nobody learns that a template exists. */
export const findTemplate = (db: Db, accountId: string, id: string): Promise<Row<'template'> | undefined> =>
  db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Newest first, without their words. */
export const listTemplates = (db: Db, accountId: string) =>
  db
    .selectFrom('template')
    .select(['id', 'kept_at', 'wrapped_key', 'key_name', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('kept_at', 'desc')
    .orderBy('id')
    .execute()

/** What the account keeps beside this one: how many, and their sealed bytes. */
export async function othersKept(tx: Tx, accountId: string, id: string) {
  const { count, bytes } = await tx
    .selectFrom('template')
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum(octet_length(content) + coalesce(octet_length(signature), 0)), 0)`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/** In the place of the one of that id, which stays as old as it was. Undefined when that is somebody else's. */
export const putTemplate = (tx: Tx, row: NewRow<'template'>): Promise<{ kept_at: Date } | undefined> => {
  const { id: _, account_id, kept_at: __, ...fresh } = row
  return tx
    .insertInto('template')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(fresh).where('template.account_id', '=', account_id),
    )
    .returning('kept_at')
    .executeTakeFirst()
}

export const dropTemplate = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('template').where('id', '=', id).where('account_id', '=', accountId).execute()

export const dropTemplates = (tx: Tx, accountId: string) =>
  tx.deleteFrom('template').where('account_id', '=', accountId).execute()
