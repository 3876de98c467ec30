import { maxTemplates } from '@lacre/letter/content/limits.ts'
import { looksOf } from '@lacre/letter/looks/looks.ts'
import type { KeepTemplateBody, KeptTemplate } from '@lacre/letter/looks/template-calls.ts'
import { lockAccount } from '../../http/lock-account.ts'
import { megabyte } from '../../http/storage-budget.ts'
import type { DraftsDeps } from '../deps.ts'
import { othersKept, putTemplate } from './templates-table.ts'

const maxBytes = 32 * megabyte

/**
 * Keeps a letter's words and looks to write from again, sealed as a draft is, in the place of the one of that id
 * (design.md#templates).
 * @throws Failure 401 when the account is erased.
 */
export async function keepTemplate(
  { db, cipher, clock }: DraftsDeps,
  accountId: string,
  id: string,
  { name, content, ...sent }: KeepTemplateBody,
): Promise<KeptTemplate | 'not-yours' | 'too-many' | 'no-space'> {
  const { signature, replyCode, ...looks } = looksOf(sent)
  // Its name is sealed apart from the words, where a letter has its addresses: a list opens nothing else.
  const { addresses, pdf: _, ...sealed } = cipher.seal(id, { addresses: name, content, signature })
  const row = { ...sealed, ...looks, id, account_id: accountId, name: addresses, reply_code: replyCode }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const others = await othersKept(tx, accountId, id)
    if (others.count >= maxTemplates) return 'too-many'
    if (others.bytes + sealed.content.length + (sealed.signature?.length ?? 0) > maxBytes) return 'no-space'
    const kept = await putTemplate(tx, { ...row, kept_at: clock.now() })
    return kept ? { id, name, keptAt: kept.kept_at.toISOString() } : 'not-yours'
  })
}
