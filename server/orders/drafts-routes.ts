import * as calls from '@lacre/letter/draft-calls.ts'
import { z } from 'zod'
import type { ReadDocument } from '../http/streams.ts'
import type { App } from '../http/app.ts'
import { ownCall, signedIn } from '../http/bearer.ts'
import { longestOf } from '../http/bodies.ts'
import { Failure } from '../http/failure.ts'
import { bodyWithAccount, mayKeep, noSpaceLeft, takeBytes } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import { dropDraft, findDraft, listDrafts, keepDraft, openDraft, type DraftsDeps } from './drafts.ts'
import { refuseUnusable, signatureRoutes } from './signature.ts'
import { templatesRoutes } from './templates.ts'
import { requireAccount } from '../accounts/sessions.ts'

const changed = 'Este borrador se ha cambiado en otro equipo. Los dos textos están guardados.'

const own = ownCall('borradores')

/** What one is writing, on the server too when signed in (design/writing.md#account-drafts). Nobody else's drafts exist. */
export function draftsRoutes(app: App, deps: DraftsDeps & { readDocument: ReadDocument }): void {
  const { db, cipher } = deps
  signatureRoutes(app, deps)
  templatesRoutes(app, deps)
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
