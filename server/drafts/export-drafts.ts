import type { cleanHtml } from '@lacre/letter/content/clean-html.ts'
import { htmlPage } from '@lacre/letter/content/html-page.ts'
import type { ExportedFile } from '../ports.ts'
import type { DraftsDeps } from './deps.ts'
import { findDraft, listDrafts } from './drafts-table.ts'
import { openDraft } from './open-draft.ts'
import { exportSignature, signatureFile } from './signature/export-signature.ts'

type Cleaned = ReturnType<typeof cleanHtml> | { refused: 'unavailable' }
type ExportDeps = Pick<DraftsDeps, 'db' | 'cipher'> & { clean: (html: string) => Promise<Cleaned> }

/** The signature that is kept, and each draft as a file of its own; one that cannot be cleaned as plain text, in which nothing runs and nothing is missing. */
export async function* exportDrafts(
  { db, cipher, clean }: ExportDeps,
  accountId: string,
): AsyncGenerator<ExportedFile> {
  yield* exportSignature({ db, cipher }, accountId)
  const drafts = await listDrafts(db, accountId)
  for (const [at, { id }] of drafts.entries()) {
    const draft = await findDraft(db, accountId, id)
    if (!draft) continue
    const { content, signature } = openDraft(cipher, draft)
    const cleaned = await clean(content)
    const name = `borradores/borrador-${at + 1}`
    yield 'clean' in cleaned
      ? { name: `${name}.html`, bytes: Buffer.from(htmlPage(cleaned.clean)), at: draft.updated_at }
      : { name: `${name}.txt`, bytes: Buffer.from(content), at: draft.updated_at }
    if (signature) yield signatureFile(`${name}-firma.svg`, signature, draft.updated_at)
  }
}
