import * as calls from '@lacre/letter/calls.ts'
import type { FastifyError } from 'fastify'
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import type { App } from '../http/app.ts'
import { callerOf, ownCall, signedIn } from '../http/bearer.ts'
import { bodyWithAccount } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import { createKnownBodies, type FreezeDeps, freezeLetter, findSameLetter } from './freeze.ts'
import { createTakeSpace } from '../letters/stored.ts'
import { createSenders, type Share } from '../letters/turns.ts'
import type { DraftName } from '../typesetting/typesetter.ts'
import { draftChanged, failureOfFreeze, tooBig } from './failures.ts'
import { requireAccount } from '../accounts/sessions.ts'
import { bytesOfDraft, contentOfDraft } from './drafts.ts'

/** POST /letters/, as the specification spells it, and without the last slash. */
export function freezeRoute(app: App, deps: Omit<FreezeDeps, 'limit' | 'takeSpace'>): void {
  const limitSender = createSenders(deps)
  const knownBodies = createKnownBodies(deps.clock)
  const schema = {
    ...ownCall('cartas')('createLetter', 'Prepara una carta para pagarla'),
    body: calls.createLetterBody,
    response: { 200: calls.createdLetter },
  }
  void app.register((scope, _options, done) => {
    const here = scope.withTypeProvider<ZodTypeProvider>()
    leaveUnread(here)
    for (const { url, hide } of spellings('/letters'))
      here.route({
        method: 'POST',
        url,
        schema: { ...schema, hide },
        bodyLimit: bodyWithAccount,
        /** Authenticates before the body is read, so that a call without an account does not upload 16 MB. */
        async onRequest(request) {
          signedIn.set(request, await requireAccount(deps, request))
        },
        errorHandler: explainTooLarge,
        async handler(request) {
          const account = signedIn.get(request)! // set in onRequest
          const body = bytesOf(request)
          const { accountId } = account
          const key = knownBodies.keyOf(accountId, body)
          const known = key && knownBodies.get(key)
          const again = known && (await findSameLetter(deps.db, accountId, known))
          if (again) return again
          const sender = { network: callerOf(request.ip), bytes: body.length }
          return limitSender(account, sender, async (share) => {
            const frozen = await freezeLetter(
              {
                ...deps,
                ...share,
                limit: deps.limits.letters,
                takeSpace: createTakeSpace(deps, account),
                withDraft: (draft, goOn) => withDraft(accountId, draft, share, goOn),
                remember: (body) => key && knownBodies.keep(key, body),
              },
              accountId,
              body,
            )
            if (frozen === 'unavailable' || 'code' in frozen) throw failureOfFreeze(frozen)
            return frozen
          })
        },
      })
    done()
  })

  async function withDraft<Outcome>(
    accountId: string,
    draft: DraftName,
    { inRoom }: Share,
    goOn: (content: string) => Promise<Outcome>,
  ): Promise<Outcome> {
    await deps.limits.namedDrafts.take(accountId)
    const bytes = await bytesOfDraft(deps.db, accountId, draft.id)
    if (bytes === undefined) throw draftChanged()
    // Counts as a body with its text would (design/load.md#bodies), also after reading: its pictures are in memory.
    return inRoom(bytes, async () => {
      const content = await contentOfDraft(deps, accountId, draft)
      if (content === undefined) throw draftChanged()
      return goOn(content)
    })
  }
}

type ZodRoute = Parameters<typeof validatorCompiler>[0]

/** Bodies stay bytes: a child parses and checks them (design/load.md#read-in-children). */
export function leaveUnread(scope: App): void {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, json, done) => done(null, json))
  scope.setValidatorCompiler((route) =>
    route.httpPart === 'body' ? (value: unknown) => ({ value }) : validatorCompiler(route as ZodRoute),
  )
}

export const bytesOf = ({ body }: { body: unknown }): Uint8Array =>
  body instanceof Uint8Array ? body : new Uint8Array()

/** Replaces the server's default text for 413, which does not say what to do. */
export function explainTooLarge(error: FastifyError): never {
  throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooBig() : error
}
