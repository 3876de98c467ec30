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
import { readBodyLength } from '../http/bodies.ts'
import { Failure } from '../http/failure.ts'
import { bodyWithAccount, mayKeep, noSpaceLeft, takeBytes } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import type { ReadDocument } from '../http/streams.ts'
import type { World } from '../world.ts'
import { refuseUnusable } from './signature.ts'

const changed = 'Este borrador se ha cambiado en otro equipo. Los dos textos están guardados.'

const own = ownCall('borradores')

/**
 * The text being written, kept on the server for a signed-in account (design/writing.md#account-drafts). An account
 * sees only its own drafts.
 */
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
    /** Checks and counts before the body is read, so that a refused call does not upload 16 MB. */
    async onRequest(request) {
      const account = await requireAccount(deps, request)
      await deps.limits.drafts.take(account.accountId)
      const longest = readBodyLength(request)
      await takeBytes(deps.limits, 'draft', account, longest)
      if (longest > mayKeep('drafts', account)) throw noSpaceLeft('drafts', account)
      signedIn.set(request, account)
    },
    async handler(request, reply) {
      const account = signedIn.get(request)! // set in onRequest
      refuseUnusable(request.body.signature)
      const change = { id: request.params.id, ...request.body }
      const kept = await keepDraft(deps, account, change)
      if (kept === 'not-kept') {
        const other = await read(account.accountId, request.params.id)
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

/** When there are more, the one unchanged for longest is deleted. */
const keptDrafts = 5

/** Undefined also for another account's draft, so that its existence stays secret. */
export const findDraft = (db: Db, accountId: string, id: string): Promise<Row<'draft'> | undefined> =>
  db
    .selectFrom('draft')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()

/** The size of one draft's sealed text; undefined when the account has no such draft. */
export async function bytesOfDraft(db: Db, accountId: string, id: string): Promise<number | undefined> {
  const draft = await db
    .selectFrom('draft')
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return draft?.bytes
}

/** Newest first, without their text. */
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

/** The number of drafts or templates of an account, and their sealed size in bytes. */
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

/** Deletes drafts unchanged for twelve months. Answers how many. */
export async function forgetIdleDrafts({ db, clock }: Pick<World, 'db' | 'clock'>): Promise<number> {
  const limit = clock.now()
  limit.setUTCMonth(limit.getUTCMonth() - idleMonths)
  const { numDeletedRows } = await db
    .deleteFrom('draft')
    .where('updated_at', '<', limit)
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Deletes drafts, signatures, templates and address books. */
export async function eraseContents(tx: Tx, accountIds: string[]): Promise<void> {
  if (!accountIds.length) return
  for (const table of ['draft', 'signature', 'template', 'address_book'] as const)
    await tx.deleteFrom(table).where('account_id', 'in', accountIds).execute()
}

type DraftsDeps = Pick<World, 'db' | 'cipher' | 'clock' | 'limits'>

/** `basedOn`: the version that was edited; null when the server has no version yet. */
type DraftChange = KeepDraftBody & { id: string }
type KeptDraft = { version: number; updatedAt: Date }

/**
 * Saves a draft, unless it was changed since `basedOn`: then the route answers with the newer version, so that neither
 * text is lost (design/writing.md#newer-text-wins). `not-kept`: also when the draft is another account's. A deleted
 * draft is created again under its id.
 * @throws Failure 401 when the account is erased, 413 without room: then the previous version stays.
 */
async function keepDraft(
  { db, cipher, clock }: Pick<World, 'db' | 'cipher' | 'clock'>,
  account: SignedIn,
  { id, basedOn, addresses, ...text }: DraftChange,
): Promise<KeptDraft | 'not-kept'> {
  const { accountId } = account
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
    if (bytes > mayKeep('drafts', account)) throw noSpaceLeft('drafts', account)
    return { version, updatedAt }
  })
}

/**
 * Seals words, looks, signature and date of a draft or template for its id. `heading` goes into the field where a
 * letter has its addresses.
 */
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

/** `addresses` is left out when there are none. @throws Error when a bit was changed. */
export function openDraft(cipher: LetterCipher, draft: Row<'draft'>): Draft {
  const { id, version, updated_at } = draft
  const addresses = JSON.parse(cipher.openAddresses(id, draft)) as DraftAddresses
  const hasAddresses = Object.keys(addresses).length > 0
  const text = { ...openText(cipher, draft), ...(hasAddresses && { addresses }) }
  return { id, version, updatedAt: updated_at.toISOString(), ...text }
}

/** Names a draft together with the hash of the text the sender sees. */
type DraftOfText = { id: string; sha256: string }

/** The draft's text; undefined when it is missing, another account's, or does not match the hash. */
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
