import { createHash } from 'node:crypto'
import type { KeepDraftBody } from '@lacre/letter/draft-calls.ts'
import { looksOf, type PartialLooks, unusual } from '@lacre/letter/looks/looks.ts'
import type { LetterCipher } from '../database/cipher.ts'
import type { Row, Tx } from '../database/tables.ts'
import { lockAccount } from '../http/bearer.ts'
import { bytesKept, dropOldest, findDraft, insertDraft, updateDraft } from './drafts-table.ts'
import type { World } from '../world.ts'

export type DraftsDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'limits'>

/** `basedOn`: the version the change was made from; null when the browser has never kept this draft here. */
type DraftChange = KeepDraftBody & { id: string }
class NoSpaceLeft extends Error {}
type KeptDraft = { version: number; updatedAt: Date }

/**
 * Keeps a draft, if nobody else has changed it since: a change that was made from an older version changes nothing and
 * is answered with the newer one, so that neither text is lost (design.md#newer-text-wins). `not-kept`: also when the
 * draft is another account's.
 * @throws Failure 401 when the account is erased.
 */
export async function keepDraft(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  accountId: string,
  { id, content, basedOn, ...sent }: DraftChange,
  maxBytes: number,
): Promise<KeptDraft | 'not-kept' | 'no-space'> {
  const { signature, replyCode, ...looks } = looksOf(sent)
  const sealed = cipher.seal(id, { content, signature })
  const now = clock.now()
  const { addresses: _, pdf: __, ...secret } = sealed
  const row = { ...secret, ...looks, reply_code: replyCode, updated_at: now }

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

type OpenDraft = PartialLooks & { id: string; version: number; updatedAt: string; content: string }

/** @throws Error when a bit was changed. */
export const openDraft = (cipher: LetterCipher, draft: Row<'draft'>): OpenDraft => ({
  id: draft.id,
  version: draft.version,
  updatedAt: draft.updated_at.toISOString(),
  content: cipher.openContent(draft.id, draft),
  ...unusual(
    looksOf({
      ...draft,
      replyCode: draft.reply_code,
      signature: cipher.openSignature(draft.id, draft),
    }),
  ),
})

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
