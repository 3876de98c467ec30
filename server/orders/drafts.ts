import { sql } from 'kysely'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'
import { dropSignature } from './signature.ts'
import { dropTemplates } from './templates.ts'
import type { World } from '../world.ts'
import { createHash } from 'node:crypto'
import type { DraftAddresses, KeepDraftBody } from '@lacre/letter/draft-calls.ts'
import { looksOf, type PartialLooks, unusual } from '@lacre/letter/looks/looks.ts'
import type { LetterCipher } from '../database/cipher.ts'
import { lockAccount } from '../http/bearer.ts'

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
const updateDraft = (
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
const insertDraft = (tx: Tx, row: NewRow<'draft'>): Promise<{ version: number } | undefined> =>
  tx
    .insertInto('draft')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('version')
    .executeTakeFirst()

const dropOldest = (tx: Tx, accountId: string) =>
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
async function bytesKept(tx: Tx, accountId: string): Promise<number> {
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

export type DraftsDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'limits'>

/** `basedOn`: the version the change was made from; null when the browser has never kept this draft here. */
type DraftChange = KeepDraftBody & { id: string }
class NoSpaceLeft extends Error {}
type KeptDraft = { version: number; updatedAt: Date }

/**
 * Keeps a draft, if nobody else has changed it since: a change that was made from an older version changes nothing and
 * is answered with the newer one, so that neither text is lost (design/writing.md#newer-text-wins). `not-kept`: also when the
 * draft is another account's.
 * @throws Failure 401 when the account is erased.
 */
export async function keepDraft(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  accountId: string,
  { id, content, basedOn, addresses, ...sent }: DraftChange,
  maxBytes: number,
): Promise<KeptDraft | 'not-kept' | 'no-space'> {
  const { signature, dateLine, replyCode, ...looks } = looksOf(sent)
  const sealed = cipher.seal(id, { content, signature, dateLine, addresses: JSON.stringify(addresses ?? {}) })
  const now = clock.now()
  const { pdf: _, ...secret } = sealed
  const seal = JSON.stringify(looks.seal)
  const row = { ...secret, ...looks, seal, reply_code: replyCode, updated_at: now }

  const change = db.transaction().execute(async (tx) => {
    const written = await write(tx)
    // The transaction undoes it: the version before stays.
    if (written && (await bytesKept(tx, accountId)) > maxBytes) throw new NoSpaceLeft()
    return written
  })
  async function write(tx: Tx) {
    if (basedOn !== null) {
      const updated = await updateDraft(tx, { id, accountId, basedOn }, row)
      if (updated) return updated
    }
    // One that was replaced or forgotten meanwhile begins anew under its own name.
    await lockAccount(tx, accountId)
    const version = (basedOn ?? 0) + 1
    const inserted = await insertDraft(tx, { id, account_id: accountId, version, ...row })
    if (inserted) await dropOldest(tx, accountId)
    return inserted
  }
  const kept = await change.catch((error: unknown) => {
    if (error instanceof NoSpaceLeft) return 'no-space' as const
    throw error
  })
  if (kept === 'no-space') return kept
  return kept ? { version: kept.version, updatedAt: now } : 'not-kept'
}

type OpenDraft = PartialLooks & {
  id: string
  version: number
  updatedAt: string
  content: string
  addresses?: DraftAddresses
}

/** @throws Error when a bit was changed. */
export const openDraft = (cipher: LetterCipher, draft: Row<'draft'>): OpenDraft => ({
  ...openAddresses(cipher, draft),
  id: draft.id,
  version: draft.version,
  updatedAt: draft.updated_at.toISOString(),
  content: cipher.openContent(draft.id, draft),
  ...unusual(
    looksOf({
      ...draft,
      replyCode: draft.reply_code,
      signature: cipher.openSignature(draft.id, draft),
      dateLine: cipher.openDateLine(draft.id, draft),
    }),
  ),
})

/** Nothing where it has none. */
function openAddresses(cipher: LetterCipher, draft: Row<'draft'>): { addresses?: DraftAddresses } {
  const addresses = JSON.parse(cipher.openAddresses(draft.id, draft)) as DraftAddresses
  return Object.keys(addresses).length ? { addresses } : {}
}

/** A draft, and the text that somebody has before their eyes. */
type DraftOfText = { id: string; sha256: string }

/** What a draft of this account says; undefined when it is another's, is gone or says something else. */
export async function contentOfDraft(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  accountId: string,
  { id, sha256 }: DraftOfText,
): Promise<string | undefined> {
  const draft = await findDraft(db, accountId, id)
  const content = draft && cipher.openContent(draft.id, draft)
  return content !== undefined && createHash('sha256').update(content).digest('hex') === sha256
    ? content
    : undefined
}
