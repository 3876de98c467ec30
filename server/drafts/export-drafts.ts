import type { DraftsDeps } from './deps.ts'
import { findDraft, listDrafts } from './drafts-table.ts'
import { openDraft } from './open-draft.ts'

/** Each draft as a file of its own. */
export async function* exportDrafts({ db, cipher }: Pick<DraftsDeps, 'db' | 'cipher'>, accountId: string) {
  const drafts = await listDrafts(db, accountId)
  for (const [at, { id }] of drafts.entries()) {
    const draft = await findDraft(db, accountId, id)
    if (!draft) continue
    const { content } = openDraft(cipher, draft)
    yield { name: `borradores/borrador-${at + 1}.html`, bytes: Buffer.from(content), at: draft.updated_at }
  }
}
