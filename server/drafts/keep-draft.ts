import type { KeepDraftBody } from '@lacre/letter/draft-calls.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import type { Tx } from '../database/tables.ts'
import { lockAccount } from '../http/lock-account.ts'
import type { DraftsDeps } from './deps.ts'
import { bytesKept, dropOldest, insertDraft, updateDraft } from './drafts-table.ts'

/** `basedOn`: the version the change was made from; null when the browser has never kept this draft here. */
export type DraftChange = KeepDraftBody & { id: string }
class NoSpaceLeft extends Error {}
export type KeptDraft = { version: number; updatedAt: Date }

/**
 * Keeps a draft, if nobody else has changed it since: a change that was made from an older version changes nothing and
 * is answered with the newer one, so that neither text is lost (design.md#newer-text-wins). `not-kept`: also when the
 * draft is another account's.
 * @throws Failure 401 when the account is erased.
 */
export async function keepDraft(
  { db, cipher, clock }: DraftsDeps,
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
