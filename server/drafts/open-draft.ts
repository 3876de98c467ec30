import { looksOf, unusual, type PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { LetterCipher } from '../database/keys/letter-cipher.ts'
import type { Row } from '../database/tables.ts'

export type OpenDraft = PartialLooks & { id: string; version: number; updatedAt: string; content: string }

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
