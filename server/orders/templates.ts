import { maxTemplates } from '@lacre/letter/content/limits.ts'
import { looksOf, unusual } from '@lacre/letter/looks/looks.ts'
import * as calls from '@lacre/letter/looks/template-calls.ts'
import type { KeepTemplateBody, KeptTemplate, Template } from '@lacre/letter/looks/template-calls.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { LetterCipher } from '../database/cipher.ts'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, signedIn, lockAccount } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { bodyWithAccount, megabyte } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import type { ReadDocument } from '../http/streams.ts'
import { refuseUnusable } from './signature.ts'
import { requireAccount } from '../accounts/sessions.ts'
import type { World } from '../world.ts'

const tags = ['plantillas']

/** Letters that an account keeps to write from again (design/writing.md#templates). Nobody else's exist. */
export function templatesRoutes(
  app: App,
  deps: Pick<World, 'db' | 'cipher' | 'clock' | 'limits'> & { readDocument: ReadDocument },
): void {
  const { db, cipher, readDocument } = deps

  const listing = {
    response: { 200: calls.templateList },
    operationId: 'listTemplates',
    summary: 'Sus plantillas, por su nombre',
    tags,
    security: bearerSecurity,
  }
  for (const { url, hide } of spellings('/templates'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request)
      const rows = await listTemplates(db, accountId)
      return { templates: rows.map((row) => openName(cipher, row)) }
    })

  const one = { params: calls.templateId, tags, security: bearerSecurity }
  const reading = {
    ...one,
    response: { 200: calls.template },
    operationId: 'readTemplate',
    summary: 'Una plantilla',
  }
  app.get('/templates/:id', { schema: reading }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return readDocument(
      accountId,
      async () => {
        const found = await findTemplate(db, accountId, request.params.id)
        if (!found) throw noSuchTemplate()
        return openTemplate(cipher, found)
      },
      ({ content }) => content.length,
    )
  })

  const keeping = {
    ...one,
    body: calls.keepTemplateBody,
    response: { 200: calls.keptTemplate },
    operationId: 'keepTemplate',
    summary: 'Guarda una carta como plantilla, o le cambia el nombre',
  }
  app.route({
    method: 'PUT',
    url: '/templates/:id',
    schema: keeping,
    bodyLimit: bodyWithAccount,
    /** Asked and counted before the body is read: nobody makes us take in 16 MB for nothing. */
    async onRequest(request) {
      const person = await requireAccount(deps, request)
      // What a claim keeps that never proves its address is opened by nobody.
      if (!person.emailVerified) throw unproven()
      await deps.limits.templates.take(person.accountId)
      signedIn.set(request, person)
    },
    async handler(request) {
      const { accountId } = signedIn.get(request)! // onRequest knows them
      refuseUnusable(request.body.signature)
      const kept = await keepTemplate(deps, accountId, request.params.id, request.body)
      if (kept === 'not-yours') throw noSuchTemplate()
      if (kept === 'too-many') throw tooMany()
      if (kept === 'no-space') throw noSpace()
      return kept
    },
  })

  const dropping = {
    ...one,
    response: { 204: z.undefined() },
    operationId: 'deleteTemplate',
    summary: 'Borra una plantilla',
  }
  app.delete('/templates/:id', { schema: dropping }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await dropTemplate(db, accountId, request.params.id)
    return reply.code(204).send(undefined)
  })
}

const noSuchTemplate = () => new Failure(404, 'No existe esa plantilla.', 'no-such-template')
const unproven = () =>
  new Failure(403, 'Confirme su correo para guardar plantillas en su cuenta.', 'email-unproven')
const tooMany = () =>
  new Failure(409, `Ya tiene ${maxTemplates} plantillas. Borre una para guardar otra.`, 'too-many-templates')
const noSpace = () =>
  new Failure(413, 'Sus plantillas ocupan demasiado. Borre una para guardar esta.', 'no-space-left')

const maxBytes = 32 * megabyte

/** Sealed as a draft is (design/writing.md#templates). @throws Failure 401 when the account is erased */
async function keepTemplate(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  accountId: string,
  id: string,
  { name, content, ...sent }: KeepTemplateBody,
): Promise<KeptTemplate | 'not-yours' | 'too-many' | 'no-space'> {
  const { signature, dateLine, replyCode, ...looks } = looksOf(sent)
  // Its name is sealed apart from the words, where a letter has its addresses: a list opens nothing else.
  const { addresses, pdf: _, ...sealed } = cipher.seal(id, { addresses: name, content, signature, dateLine })
  const columns = { ...looks, seal: JSON.stringify(looks.seal), reply_code: replyCode }
  const row = { ...sealed, ...columns, id, account_id: accountId, name: addresses }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const others = await othersKept(tx, accountId, id)
    if (others.count >= maxTemplates) return 'too-many'
    if (others.bytes + sealed.content.length + (sealed.signature?.length ?? 0) > maxBytes) return 'no-space'
    const kept = await putTemplate(tx, { ...row, kept_at: clock.now() })
    return kept ? { id, name, keptAt: kept.kept_at.toISOString() } : 'not-yours'
  })
}

type Listed = Pick<Row<'template'>, 'id' | 'kept_at' | 'wrapped_key' | 'key_name' | 'name'>

/** Of a template's words nothing is opened. @throws Error when a bit was changed. */
const openName = (cipher: LetterCipher, { id, kept_at, name, ...sealed }: Listed): KeptTemplate => ({
  id,
  name: cipher.openAddresses(id, { ...sealed, addresses: name }),
  keptAt: kept_at.toISOString(),
})

/** @throws Error when a bit was changed. */
export const openTemplate = (cipher: LetterCipher, row: Row<'template'>): Template => ({
  ...openName(cipher, row),
  content: cipher.openContent(row.id, row),
  ...unusual(
    looksOf({
      ...row,
      replyCode: row.reply_code,
      signature: cipher.openSignature(row.id, row),
      dateLine: cipher.openDateLine(row.id, row),
    }),
  ),
})

/** Undefined also when it is somebody else's: nobody learns that a template exists. */
export const findTemplate = (db: Db, accountId: string, id: string): Promise<Row<'template'> | undefined> =>
  db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Newest first, without their words. */
export const listTemplates = (db: Db, accountId: string) =>
  db
    .selectFrom('template')
    .select(['id', 'kept_at', 'wrapped_key', 'key_name', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('kept_at', 'desc')
    .orderBy('id')
    .execute()

/** What the account keeps beside this one: how many, and their sealed bytes. */
async function othersKept(tx: Tx, accountId: string, id: string) {
  const { count, bytes } = await tx
    .selectFrom('template')
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum(octet_length(content) + coalesce(octet_length(signature), 0)), 0)`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

/** In the place of the one of that id, which stays as old as it was. Undefined when that is somebody else's. */
const putTemplate = (tx: Tx, row: NewRow<'template'>): Promise<{ kept_at: Date } | undefined> => {
  const { id: _, account_id, kept_at: __, ...fresh } = row
  return tx
    .insertInto('template')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(fresh).where('template.account_id', '=', account_id),
    )
    .returning('kept_at')
    .executeTakeFirst()
}

const dropTemplate = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('template').where('id', '=', id).where('account_id', '=', accountId).execute()

export const dropTemplates = (tx: Tx, accountId: string) =>
  tx.deleteFrom('template').where('account_id', '=', accountId).execute()
