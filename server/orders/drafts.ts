import { createHash } from 'node:crypto'
import * as calls from '@lacre/letter/draft-calls.ts'
import type { Draft, DraftAddresses, KeepDraftBody } from '@lacre/letter/draft-calls.ts'
import { looksOf, type PartialLooks, unusual } from '@lacre/letter/looks/looks.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { requireAccount } from '../accounts/sessions.ts'
import type { LetterCipher } from '../database/cipher.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { lockAccount, ownCall, signedIn, type SignedIn } from '../http/bearer.ts'
import { longestOf } from '../http/bodies.ts'
import { Failure } from '../http/failure.ts'
import { bodyWithAccount, mayKeep, noSpaceLeft, takeBytes } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import type { ReadDocument } from '../http/streams.ts'
import type { World } from '../world.ts'
import { refuseUnusable } from './signature.ts'

const changed = 'Este borrador se ha cambiado en otro equipo. Los dos textos están guardados.'

const own = ownCall('borradores')

/** What one is writing, on the server too when signed in (design/writing.md#account-drafts). Nobody else's drafts exist. */
export function draftsRoutes(app: App, deps: DraftsDeps & { readDocument: ReadDocument }): void {
  const { db, cipher } = deps
  const read = (accountId: string, id: string) =>
    deps.readDocument(
      accountId,
      async () => {
        const draft = await findDraft(db, accountId, id)
        if (!draft) throw noSuchDraft()
        return openDraft(cipher, draft)
      },
      ({ content }) => content.length,
    )

  const listing = { ...own('listDrafts', 'Sus borradores'), response: { 200: calls.draftList } }
  for (const { url, hide } of spellings('/drafts'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(deps, request)
      const drafts = await listDrafts(db, accountId)
      return {
        drafts: drafts.map(({ id, version, updated_at }) => ({
          id,
          version,
          updatedAt: updated_at.toISOString(),
        })),
      }
    })

  const params = calls.draftId
  const reading = { ...own('readDraft', 'Un borrador'), params, response: { 200: calls.draft } }
  app.get('/drafts/:id', { schema: reading }, async (request) => {
    const { accountId } = await requireAccount(deps, request)
    return read(accountId, request.params.id)
  })

  const keeping = {
    ...own('keepDraft', 'Guarda un borrador; 409 con el otro texto si alguien lo ha cambiado'),
    params,
    body: calls.keepDraftBody,
    response: { 200: calls.keptDraft, 409: calls.draftConflict },
  }
  app.route({
    method: 'PUT',
    url: '/drafts/:id',
    schema: keeping,
    bodyLimit: bodyWithAccount,
    /** Asked and counted before the body is read: nobody makes us take in 16 MB for nothing. */
    async onRequest(request) {
      const person = await requireAccount(deps, request)
      await deps.limits.drafts.take(person.accountId)
      const longest = longestOf(request)
      await takeBytes(deps.limits, 'draft', person, longest)
      if (longest > mayKeep('drafts', person)) throw noSpaceLeft('drafts', person)
      signedIn.set(request, person)
    },
    async handler(request, reply) {
      const person = signedIn.get(request)! // onRequest knows them
      refuseUnusable(request.body.signature)
      const change = { id: request.params.id, ...request.body }
      const kept = await keepDraft(deps, person, change)
      if (kept === 'not-kept') {
        const other = await read(person.accountId, request.params.id)
        return reply.code(409).send({ detail: changed, code: 'draft-changed', ...other })
      }
      return { version: kept.version, updatedAt: kept.updatedAt.toISOString() }
    },
  })

  const dropping = { ...own('deleteDraft', 'Borra un borrador'), params, response: { 204: z.undefined() } }
  app.delete('/drafts/:id', { schema: dropping }, async (request, reply) => {
    const { accountId } = await requireAccount(deps, request)
    await dropDraft(db, accountId, request.params.id)
    return reply.code(204).send(undefined)
  })
}

const noSuchDraft = () => new Failure(404, 'No existe ese borrador.', 'no-such-draft')

/** A person writes few letters at once; the one untouched for longest goes. */
const keptDrafts = 5

/** Undefined also when it is somebody else's: nobody learns that a draft exists. */
export const findDraft = (db: Db, accountId: string, id: string): Promise<Row<'draft'> | undefined> =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** Of one draft's text, sealed; undefined when the account has none of that name. */
export async function bytesOfDraft(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const draft = await db
    .selectFrom('draft')
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return draft?.bytes
}

/** Newest first, without their words. */
export const listDrafts = (db: Db, accountId: string) =>
  db
    .selectFrom('draft')
    .select(['id', 'version', 'updated_at'])
    .where('account_id', '=', accountId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute()

const dropOldest = (tx: Tx, accountId: string) =>
  tx
    .deleteFrom('draft')
    .where('account_id', '=', accountId)
    .where('id', 'not in', (rows) =>
      rows
        .selectFrom('draft')
        .select('id')
        .where('account_id', '=', accountId)
        .orderBy('updated_at', 'desc')
        .limit(keptDrafts),
    )
    .execute()

/** How many drafts or templates an account keeps, and how many bytes they are, sealed. */
export async function countKept(tx: Tx, table: 'draft' | 'template', accountId: string) {
  const { count, bytes } = await tx
    .selectFrom(table)
    .select([
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum(octet_length(content) + coalesce(octet_length(signature), 0)), 0)`.as('bytes'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return { count: Number(count), bytes: Number(bytes) }
}

const dropDraft = (db: Db, accountId: string, id: string) =>
  db.deleteFrom('draft').where('id', '=', id).where('account_id', '=', accountId).execute()

const idleMonths = 12

/** Drafts nobody has touched for twelve months. Says how many went. */
export async function forgetIdleDrafts({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> {
  const limit = clock.now()
  limit.setUTCMonth(limit.getUTCMonth() - idleMonths)
  const { numDeletedRows } = await db
    .deleteFrom('draft')
    .where('updated_at', '<', limit)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** All that these accounts keep to write from. */
export async function eraseContents(tx: Tx, accountIds: string[]): Promise<void> {
  if (!accountIds.length) return
  for (const table of ['draft', 'signature', 'template', 'address_book'] as const)
    await tx.deleteFrom(table).where('account_id', 'in', accountIds).execute()
}

type DraftsDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'limits'>

/** `basedOn`: the version the change was made from; null when the browser has never kept this draft here. */
type DraftChange = KeepDraftBody & { id: string }
type KeptDraft = { version: number; updatedAt: Date }

/**
 * Keeps a draft, if nobody else has changed it since: a change that was made from an older version changes nothing and
 * is answered with the newer one, so that neither text is lost (design/writing.md#newer-text-wins). `not-kept`: also when the
 * draft is another account's. One that was replaced or forgotten meanwhile begins anew under its own name.
 * @throws Failure 401 when the account is erased, 413 without room for it: then the version before stays.
 */
async function keepDraft(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  person: SignedIn,
  { id, basedOn, addresses, ...text }: DraftChange,
): Promise<KeptDraft | 'not-kept'> {
  const { accountId } = person
  const updatedAt = clock.now()
  const version = (basedOn ?? 0) + 1
  const sealed = sealText(cipher, id, { ...text, heading: JSON.stringify(addresses ?? {}) })
  const row = { ...sealed, version, updated_at: updatedAt }
  return db.transaction().execute(async (tx) => {
    await lockAccount(tx, accountId)
    const kept = await tx
      .insertInto('draft')
      .values({ ...row, id, account_id: accountId })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(row)
          .where('draft.account_id', '=', accountId)
          .where('draft.version', '=', basedOn ?? 0),
      )
      .returning('id')
      .executeTakeFirst()
    if (!kept) return 'not-kept'
    await dropOldest(tx, accountId)
    const { bytes } = await countKept(tx, 'draft', accountId)
    if (bytes > mayKeep('drafts', person)) throw noSpaceLeft('drafts', person)
    return { version, updatedAt }
  })
}

/** Words, looks, signature and date of a draft or template, sealed for its id. `heading`: sealed apart from the words, where a letter has its addresses. */
export function sealText(
  cipher: LetterCipher,
  id: string,
  { content, heading, ...sent }: PartialLooks & { content: string; heading: string },
) {
  const { signature, dateLine, replyCode, ...looks } = looksOf(sent)
  const { pdf: _, ...sealed } = cipher.seal(id, { content, signature, dateLine, addresses: heading })
  return { ...sealed, ...looks, seal: JSON.stringify(looks.seal), reply_code: replyCode }
}

/** @throws Error when a bit was changed. */
export const openText = (
  cipher: LetterCipher,
  row: Row<'draft'> | Row<'template'>,
): PartialLooks & { content: string } => ({
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

/** Without `addresses` where it has none. @throws Error when a bit was changed. */
export function openDraft(cipher: LetterCipher, draft: Row<'draft'>): Draft {
  const { id, version, updated_at } = draft
  const addresses = JSON.parse(cipher.openAddresses(id, draft)) as DraftAddresses
  const hasAddresses = Object.keys(addresses).length > 0
  const text = { ...openText(cipher, draft), ...(hasAddresses && { addresses }) }
  return { id, version, updatedAt: updated_at.toISOString(), ...text }
}

/** A draft, and the text that somebody has before their eyes. */
type DraftOfText = { id: string; sha256: string }

/** What a draft of this account says; undefined when it is another's, is gone or says something else. */
export async function contentOfDraft(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  accountId: string,
  { id, sha256 }: DraftOfText,
): Promise<string | undefined> {
  const draft = await findDraft(db, accountId, id)
  const content = draft && cipher.openContent(draft.id, draft)
  return content !== undefined && createHash('sha256').update(content).digest('hex') === sha256
    ? content
    : undefined
}
