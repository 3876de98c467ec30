import { sql } from 'kysely'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'
import { dropSignature } from './signature.ts'
import { dropTemplates } from './templates.ts'
import type { World } from '../world.ts'

/** A person writes few letters at once; the one untouched for longest goes. */
const keptDrafts = 5

/** Undefined also when it is somebody else's: nobody learns that a draft exists. */
export const findDraft = (db: Db, accountId: string, id: string): Promise<Row<'draft'> | undefined> =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Of one draft's text, sealed; undefined when the account has none of that name. */
export async function bytesOfDraft(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const draft = await db
    .selectFrom('draft')
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return draft?.bytes
}

/** Newest first, without their words. */
export const listDrafts = (db: Db, accountId: string) =>
  db
    .selectFrom('draft')
    .select(['id', 'version', 'updated_at'])
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

type Sealed = Omit<NewRow<'draft'>, 'id' | 'account_id' | 'version'>

/** Undefined when the version is no longer the one it was based on. */
export const updateDraft = (
  tx: Tx,
  { id, accountId, basedOn }: { id: string; accountId: string; basedOn: number },
  sealed: Sealed,
): Promise<{ version: number } | undefined> =>
  tx
    .updateTable('draft')
    .set({ ...sealed, version: basedOn + 1 })
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('version', '=', basedOn)
    .returning('version')
    .executeTakeFirst()

/** Undefined when there is one of that name. */
export const insertDraft = (tx: Tx, row: NewRow<'draft'>): Promise<{ version: number } | undefined> =>
  tx
    .insertInto('draft')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('version')
    .executeTakeFirst()

export const dropOldest = (tx: Tx, accountId: string) =>
  tx
    .deleteFrom('draft')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (rows) =>
      rows
        .selectFrom('draft')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('updated_at', 'desc')
        .limit(keptDrafts),
    )
    .execute()

/** Of all the account's drafts, sealed. */
export async function bytesKept(tx: Tx, accountId: string): Promise<number> {
  const { bytes } = await tx
    .selectFrom('draft')
    .select(
      sql<string>`coalesce(sum(octet_length(content) + coalesce(octet_length(signature), 0)), 0)`.as('bytes'),
    )
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return Number(bytes)
}

export const dropDraft = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('draft').where('id', '=', id).where('account_id', '=', accountId).execute()

const idleMonths = 12

/** Drafts nobody has touched for twelve months. Says how many went. */
export async function forgetIdleDrafts({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> {
  const limit = clock.now()
  limit.setUTCMonth(limit.getUTCMonth() - idleMonths)
  const { numDeletedRows } = await db
    .deleteFrom('draft')
    .where('updated_at', '<', limit)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Everything a person was writing, their signature and templates, when the account goes. */
export async function eraseDrafts(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('draft').where('account_id', '=', accountId).execute()
  await dropSignature(tx, accountId)
  await dropTemplates(tx, accountId)
}
