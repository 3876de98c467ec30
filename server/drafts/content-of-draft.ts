import { createHash } from 'node:crypto'
import type { DraftsDeps } from './deps.ts'
import { findDraft } from './drafts-table.ts'

/** A draft, and the text that somebody has before their eyes. */
export type DraftOfText = { id: string; sha256: string }

/** What a draft of this account says; undefined when it is another's, is gone or says something else. */
export async function contentOfDraft(
  { db, cipher }: Omit<DraftsDeps, 'clock'>,
  accountId: string,
  { id, sha256 }: DraftOfText,
): Promise<string | undefined> {
  const draft = await findDraft(db, accountId, id)
  const content = draft && cipher.openContent(draft.id, draft)
  return content !== undefined && createHash('sha256').update(content).digest('hex') === sha256
    ? content
    : undefined
}
