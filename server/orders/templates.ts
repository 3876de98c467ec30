import { maxTemplates } from '@lacre/letter/content/limits.ts'
import * as calls from '@lacre/letter/looks/template-calls.ts'
import type { KeepTemplateBody, KeptTemplate, Template } from '@lacre/letter/looks/template-calls.ts'
import { z } from 'zod'
import type { LetterCipher } from '../database/cipher.ts'
import type { Db, Row } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { ownCall, signedIn, lockAccount } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import { bodyWithAccount, megabyte } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import type { ReadDocument } from '../http/streams.ts'
import { countKept, openText, sealText } from './drafts.ts'
import { refuseUnusable } from './signature.ts'
import { requireAccount } from '../accounts/sessions.ts'
import type { World } from '../world.ts'

const own = ownCall('plantillas')

/** Letters that an account keeps to write from again (design/writing.md#templates). An account sees only its own. */
export function templatesRoutes(
  app: App,
  deps: Pick<World, 'db' | 'cipher' | 'clock' | 'limits'> & { readDocument: ReadDocument },
): void {
  const { db, cipher, readDocument } = deps

  const listing = {
    ...own('listTemplates', 'Sus plantillas, por su nombre'),
    response: { 200: calls.templateList },
  }
  for (const { url, hide } of spellings('/templates'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request)
      const rows = await listTemplates(db, accountId)
      return { templates: rows.map((row) => openName(cipher, row)) }
    })

  const params = calls.templateId
  const reading = { ...own('readTemplate', 'Una plantilla'), params, response: { 200: calls.template } }
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
    ...own('keepTemplate', 'Guarda una carta como plantilla, o le cambia el nombre'),
    params,
    body: calls.keepTemplateBody,
    response: { 200: calls.keptTemplate },
  }
  app.route({
    method: 'PUT',
    url: '/templates/:id',
    schema: keeping,
    bodyLimit: bodyWithAccount,
    /** Checks and counts before the body is read, so that a refused call does not upload 16 MB. */
    async onRequest(request) {
      const account = await requireAccount(deps, request)
      // A claim that never proves its address could not open its templates.
      if (!account.emailVerified) throw unproven()
      await deps.limits.templates.take(account.accountId)
      signedIn.set(request, account)
    },
    async handler(request) {
      const { accountId } = signedIn.get(request)! // set in onRequest
      refuseUnusable(request.body.signature)
      const kept = await keepTemplate(deps, accountId, request.params.id, request.body)
      if (kept === 'not-yours') throw noSuchTemplate()
      return kept
    },
  })

  const dropping = {
    ...own('deleteTemplate', 'Borra una plantilla'),
    params,
    response: { 204: z.undefined() },
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

/**
 * Sealed like a draft (design/writing.md#templates). Replaces a template of the same id, which keeps its date.
 * @throws Failure 401 when the account is erased; 409 or 413 without room: then the previous one stays.
 */
async function keepTemplate(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  accountId: string,
  id: string,
  { name, ...text }: KeepTemplateBody,
): Promise<KeptTemplate | 'not-yours'> {
  const { addresses, ...sealed } = sealText(cipher, id, { ...text, heading: name })
  const row = { ...sealed, name: addresses }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const kept = await tx
      .insertInto('template')
      .values({ ...row, id, account_id: accountId, kept_at: clock.now() })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(row).where('template.account_id', '=', accountId),
      )
      .returning('kept_at')
      .executeTakeFirst()
    if (!kept) return 'not-yours'
    const { count, bytes } = await countKept(tx, 'template', accountId)
    if (count > maxTemplates) throw tooMany()
    if (bytes > maxBytes) throw noSpace()
    return { id, name, keptAt: kept.kept_at.toISOString() }
  })
}

type Listed = Pick<Row<'template'>, 'id' | 'kept_at' | 'wrapped_key' | 'key_name' | 'name'>

/** Opens the name only. @throws Error when a bit was changed. */
const openName = (cipher: LetterCipher, { id, kept_at, name, ...sealed }: Listed): KeptTemplate => ({
  id,
  name: cipher.openAddresses(id, { ...sealed, addresses: name }),
  keptAt: kept_at.toISOString(),
})

/** @throws Error when a bit was changed. */
export const openTemplate = (cipher: LetterCipher, row: Row<'template'>): Template => ({
  ...openName(cipher, row),
  ...openText(cipher, row),
})

/** Undefined also for another account's template, so that its existence stays secret. */
export const findTemplate = (db: Db, accountId: string, id: string): Promise<Row<'template'> | undefined> =>
  db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Newest first, without their text. */
export const listTemplates = (db: Db, accountId: string) =>
  db
    .selectFrom('template')
    .select(['id', 'kept_at', 'wrapped_key', 'key_name', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('kept_at', 'desc')
    .orderBy('id')
    .execute()

const dropTemplate = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('template').where('id', '=', id).where('account_id', '=', accountId).execute()
