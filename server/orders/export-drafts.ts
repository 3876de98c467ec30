import { type cleanHtml, htmlPage } from '@lacre/letter/content/text.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { findDraft, listDrafts } from './drafts-table.ts'
import { openDraft } from './drafts.ts'
import { exportSignature, signatureFile } from './signature.ts'
import { openTemplate, findTemplate, listTemplates } from './templates.ts'
import type { World } from '../world.ts'
import type { ExportedFile } from '../http/streams.ts'

type Cleaned = ReturnType<typeof cleanHtml> | { refused: 'unavailable' }
type ExportDeps = Pick<World, 'db' | 'cipher'> & { clean: (html: string) => Promise<Cleaned> }

/** The signature that is kept, then each draft and each template as files of its own. */
export async function* exportDrafts(deps: ExportDeps, accountId: string): AsyncGenerator<ExportedFile> {
  const { db, cipher } = deps
  yield* exportSignature({ db, cipher }, accountId)
  for (const [at, { id }] of (await listDrafts(db, accountId)).entries()) {
    const draft = await findDraft(db, accountId, id)
    if (!draft) continue
    const file = { name: `borradores/borrador-${at + 1}`, at: draft.updated_at }
    yield* exportLetter(deps, file, openDraft(cipher, draft))
  }
  for (const [at, { id }] of (await listTemplates(db, accountId)).entries()) {
    const template = await findTemplate(db, accountId, id)
    if (!template) continue
    const file = { name: `plantillas/plantilla-${at + 1}`, at: template.kept_at }
    const open = openTemplate(cipher, template)
    yield { ...file, name: `${file.name}-nombre.txt`, bytes: Buffer.from(open.name) }
    yield* exportLetter(deps, file, open)
  }
}

/** What cannot be cleaned leaves as plain text, in which nothing runs and nothing is missing. */
async function* exportLetter(
  { clean }: ExportDeps,
  { name, at }: { name: string; at: Date },
  { content, signature }: { content: string; signature?: Signature },
): AsyncGenerator<ExportedFile> {
  const cleaned = await clean(content)
  yield 'clean' in cleaned
    ? { name: `${name}.html`, bytes: Buffer.from(htmlPage(cleaned.clean)), at }
    : { name: `${name}.txt`, bytes: Buffer.from(content), at }
  if (signature) yield signatureFile(`${name}-firma.svg`, signature, at)
}
