import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { keptFor } from '@lacre/letter/kept-for.ts'
import { durationWords } from '@lacre/letter/words.ts'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { livingAccount } from '../accounts/accounts-table.ts'
import { requireAccount } from '../accounts/sessions.ts'
import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { notSignedIn, ownCall } from '../http/bearer.ts'
import { attachment, createStreamGuard, fileOf, type ExportedFile } from '../http/streams.ts'
import type { World } from '../world.ts'
import type { Typesetter } from '../typesetting/typesetter.ts'
import { cleanHtml } from '../typesetting/text.ts'
import { htmlPage } from '@lacre/letter/content/html-page.ts'
import { exportLetters } from '../orders/letter-detail.ts'
import { exportBook } from '../orders/address-book.ts'
import { exportInvoices } from '../invoices/routes.ts'
import type { Signature } from '@lacre/letter/looks/signature.ts'
import { findDraft, listDrafts, openDraft } from '../orders/drafts.ts'
import { exportSignature, signatureFile } from '../orders/signature.ts'
import { openTemplate, findTemplate, listTemplates } from '../orders/templates.ts'

/** Commands have no typesetter: their invoices are data only. */
export type ExportDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'cipher' | 'cutOff' | 'closedDays' | 'seller'
> & {
  typesetter?: Typesetter | undefined
}

/** All data of an account, as files for people and programs. @throws Failure 401 when it is erased */
export async function exportAccount(
  deps: ExportDeps,
  accountId: string,
): Promise<AsyncIterable<ExportedFile>> {
  const { typesetter } = deps
  const at = deps.clock.now()
  const account = await accountFacts(deps.db, accountId)
  const clean = (html: string) => typesetter?.clean(html) ?? Promise.resolve(cleanHtml(html))
  async function* files() {
    yield { name: 'LEAME.txt', bytes: Buffer.from(readMe), at }
    yield { name: 'cuenta.json', bytes: Buffer.from(JSON.stringify(account, undefined, 2)), at }
    yield* exportLetters(deps, accountId)
    yield* exportBook(deps, accountId)
    yield* exportInvoices({ ...deps, typesetter }, accountId)
    yield* exportDrafts({ ...deps, clean }, accountId)
  }
  return files()
}

async function accountFacts(db: Db, accountId: string) {
  const { social_subject, password_hash, ...account } = await livingAccount(db, accountId)
    .select(['email', 'email_verified_at', 'created_at', 'social_subject', 'password_hash'])
    .executeTakeFirstOrThrow(notSignedIn)
  const sessions = await db
    .selectFrom('login_session')
    .select(['browser', 'created_at', 'expires_at'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .execute()
  const operator = await db
    .selectFrom('operator')
    .select(['name', 'is_supervisor', 'added_at', 'removed_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  const factors = await db
    .selectFrom('operator_factor')
    .select(['kind', 'added_at'])
    .where('account_id', '=', accountId)
    .where('counter', 'is not', null)
    .orderBy('added_at')
    .execute()
  const messages = await db
    .selectFrom('mail')
    .select(['kind', 'created_at', 'sent_at'])
    .where('recipient', '=', account.email)
    // Until the address is proven, only the mails about the account's own letters: other claims share it.
    .$if(!account.email_verified_at, (query) =>
      query.where('key', 'in', (eb) =>
        eb
          .selectFrom('letter')
          .where('account_id', '=', accountId)
          .select((letter) => letter.cast<string>('letter.id', 'text').as('key')),
      ),
    )
    .orderBy('created_at')
    .execute()
  return {
    id: accountId,
    ...account,
    has_password: password_hash !== null,
    social_sign_in: social_subject,
    operator: operator ? { ...operator, factors } : null,
    sessions,
    messages,
  }
}

const readMe = `Sus datos en Lacre

cuenta.json   su cuenta, sus sesiones abiertas y los mensajes que le hemos enviado
cartas/       una carpeta por carta:
  carta.json  destinatario, remite, precio, estado y fechas
  carta.html  lo que escribió
  carta.pdf   las páginas que se imprimen, tal como las pagó
facturas/     la factura de cada carta pagada, en PDF y como datos
direcciones.json  su libreta de direcciones, si tiene alguna
borradores/   lo que ha guardado sin enviar, si tiene algo
firma.svg     su firma, si la guardó en la cuenta

A los ${durationWords(keptFor.posted)} de enviarse una carta se borran su texto, sus direcciones y sus páginas; de esas
cartas solo quedan las fechas y los importes.
`

/** Already compressed: compressing again would save nothing. */
const isPacked = (name: string) => name.endsWith('.pdf')

/** Compresses in a few milliseconds. A letter with pictures at once would block the server for a second. */
const pieceBytes = 64 * 1024

/** The files as one ZIP, in pieces: only one file is in memory at a time. */
export async function* zipOf(files: AsyncIterable<ExportedFile>): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = []
  const zip = new Zip((failure, piece) => {
    if (failure) throw failure
    pieces.push(piece)
  })
  for await (const { name, bytes, at } of files) {
    const entry = isPacked(name) ? new ZipPassThrough(name) : new ZipDeflate(name)
    entry.mtime = at
    zip.add(entry)
    for (let from = 0; from < bytes.length; from += pieceBytes) {
      entry.push(bytes.subarray(from, from + pieceBytes))
      yield* pieces.splice(0)
      await nextTurn()
    }
    entry.push(new Uint8Array(), true)
    yield* pieces.splice(0)
  }
  zip.end()
  yield* pieces.splice(0)
}

/** GET /account/export: all data of the account (design/accounts.md#own-data). */
export function exportRoute(app: App, deps: ExportDeps & Pick<World, 'limits'>): void {
  const schema = {
    ...ownCall('cuentas')('exportAccount', 'Todos sus datos, en un archivo ZIP'),
    response: { 200: fileOf('application/zip') },
  }
  const guard = createStreamGuard()
  // No HEAD: it would read everything at full speed and discard it.
  app.get('/account/export', { schema, exposeHeadRoute: false }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await deps.limits.exports.take(accountId)
    await guard(request, reply)
    const zip = Readable.from(zipOf(await exportAccount(deps, accountId)), { objectMode: false })
    return attachment(reply, 'application/zip', 'lacre-mis-datos.zip').send(zip)
  })
}

type Cleaned = ReturnType<typeof cleanHtml> | { refused: 'unavailable' }
type DraftsDeps = Pick<World, 'db' | 'cipher'> & { clean: (html: string) => Promise<Cleaned> }

/** The stored signature, then each draft and each template in its own files. */
export async function* exportDrafts(deps: DraftsDeps, accountId: string): AsyncGenerator<ExportedFile> {
  const { db, cipher } = deps
  yield* exportSignature({ db, cipher }, accountId)
  for (const [at, { id }] of (await listDrafts(db, accountId)).entries()) {
    const draft = await findDraft(db, accountId, id)
    if (!draft) continue
    const file = { name: `borradores/borrador-${at + 1}`, at: draft.updated_at }
    const open = openDraft(cipher, draft)
    yield* exportLetter(deps, file, open)
    if (open.addresses)
      yield {
        ...file,
        name: `${file.name}-direcciones.json`,
        bytes: Buffer.from(JSON.stringify(open.addresses, null, 2)),
      }
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

/** Content that cannot be cleaned is exported as plain text, which runs nothing and loses nothing. */
async function* exportLetter(
  { clean }: DraftsDeps,
  { name, at }: { name: string; at: Date },
  { content, signature }: { content: string; signature?: Signature },
): AsyncGenerator<ExportedFile> {
  const cleaned = await clean(content)
  yield 'clean' in cleaned
    ? { name: `${name}.html`, bytes: Buffer.from(htmlPage(cleaned.clean)), at }
    : { name: `${name}.txt`, bytes: Buffer.from(content), at }
  if (signature) yield signatureFile(`${name}-firma.svg`, signature, at)
}
