import type { DraftsDeps } from './deps.ts'
import { findDraft } from './drafts-table.ts'

export type DraftVersion = { id: string; version: number }

/** What a draft of this account says, as it was kept; undefined when it is another's, is gone or says something else by now. */
export async function contentOfDraft(
  { db, cipher }: Omit<DraftsDeps, 'clock'>,
  accountId: string,
  { id, version }: DraftVersion,
): Promise<string | undefined> {
  const draft = await findDraft(db, accountId, id)
  return draft?.version === version ? cipher.openContent(draft.id, draft) : undefined
}
