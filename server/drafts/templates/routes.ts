import { maxTemplates } from '@lacre/letter/content/limits.ts'
import { hours } from '@lacre/letter/days.ts'
import * as calls from '@lacre/letter/looks/template-calls.ts'
import { z } from 'zod'
import type { ReadDocument } from '../../http/answers/read-documents.ts'
import type { App } from '../../http/app.ts'
import { bearerSecurity, signedIn, type RequireAccount } from '../../http/bearer.ts'
import { bodyWithAccount } from '../../http/bodies/guard-bodies.ts'
import { Failure } from '../../http/failure.ts'
import type { Limits } from '../../http/limits.ts'
import { spellings } from '../../http/spellings.ts'
import type { DraftsDeps } from '../deps.ts'
import { refuseUnusable } from '../signature/routes.ts'
import { keepTemplate } from './keep-template.ts'
import { openName, openTemplate } from './open-template.ts'
import { dropTemplate, findTemplate, listTemplates } from './templates-table.ts'

const tags = ['plantillas']

/** Letters that an account keeps to write from again (design.md#templates). Nobody else's exist. */
export function templatesRoutes(
  app: App,
  deps: DraftsDeps & { requireAccount: RequireAccount; limits: Limits; readDocument: ReadDocument },
): void {
  const { db, cipher, requireAccount, readDocument } = deps
  const limit = deps.limits({ name: 'keep-template', points: 60, within: hours(1) })

  const listing = {
    response: { 200: calls.templateList },
    operationId: 'listTemplates',
    summary: 'Sus plantillas, por su nombre',
    tags,
    security: bearerSecurity,
  }
  for (const { url, hide } of spellings('/templates'))
    app.get(url, { schema: { ...listing, hide } }, async (request) => {
      const { accountId } = await requireAccount(request)
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
    const { accountId } = await requireAccount(request)
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
      const person = await requireAccount(request)
      // What a claim keeps that never proves its address is opened by nobody.
      if (!person.emailVerified) throw unproven()
      await limit.take(person.accountId)
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
    const { accountId } = await requireAccount(request)
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
