import * as calls from '@lacre/letter/calls.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import type { FastifyError, FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { App } from '../http/app.ts'
import { bearerSecurity, callerOf, signedIn, type SignedIn } from '../http/bearer.ts'
import { bodyWithAccount } from '../http/limits.ts'
import { spellings } from '../http/pages.ts'
import { createKnownBodies, type FreezeDeps, freezeLetter, type KnownBody, sameAgain } from './freeze.ts'
import { readContent, readSent } from '../letters/read.ts'
import { createTakeSpace } from '../letters/storage-budget.ts'
import { createSenders, type Share } from '../letters/turns.ts'
import type { ReadBody, ReadLetter } from '../typesetting/typesetter.ts'
import { draftChanged, failureOfFreeze, tooBig } from './failures.ts'
import { requireAccount } from '../accounts/sessions.ts'
import { bytesOfDraft } from './drafts-table.ts'
import { contentOfDraft } from './drafts.ts'

type NamedDraft = NonNullable<calls.CreateLetterBody['draft']>

/** POST /letters/, as the specification spells it, and without the last slash. */
export function freezeRoute(app: App, deps: Omit<FreezeDeps, 'limit' | 'takeSpace'>): void {
  const inPlaceAndTurn = createSenders(deps)
  const knownBodies = createKnownBodies(deps.clock)
  const schema = {
    body: calls.createLetterBody,
    response: { 200: calls.createdLetter },
    operationId: 'createLetter',
    summary: 'Prepara una carta para pagarla',
    tags: ['cartas'],
    security: bearerSecurity,
  }
  void app.register((scope, _options, done) => {
    const here = scope.withTypeProvider<ZodTypeProvider>()
    const bodies = leaveUnread(here)
    for (const { url, hide } of spellings('/letters'))
      here.route({
        method: 'POST',
        url,
        schema: { ...schema, hide },
        bodyLimit: bodyWithAccount,
        /** Asked before the body is taken in: nobody without an account makes us take in 16 MB. */
        async onRequest(request) {
          signedIn.set(request, await requireAccount(deps, request))
        },
        errorHandler: explainTooLarge,
        async handler(request) {
          const person = signedIn.get(request)! // onRequest knows them
          const key = knownBodies.keyOf(person.accountId, bodies.see(request))
          const known = key && knownBodies.get(key)
          const again = known && (await sameAgain(deps.db, person.accountId, known))
          if (again) return again
          const sender = { network: callerOf(request.ip), bytes: bodies.see(request).length }
          const remember = (body: KnownBody) => key && knownBodies.keep(key, body)
          return inPlaceAndTurn(person, sender, (share) =>
            prepare(person, bodies.take(request), share, remember),
          )
        },
      })
    done()
  })

  async function prepare(
    person: SignedIn,
    json: Uint8Array,
    share: Share,
    rememberBody: (body: KnownBody) => void,
  ) {
    const sent = await readSent(deps.typesetter, json, share.turn)
    if (sent === 'unavailable' || 'code' in sent) throw failureOfFreeze(sent)
    // A draft may say something else by now, or be gone.
    const remember = sent.addresses.draft ? () => {} : rememberBody
    const freeze = async (letter: ReadBody) => {
      const takeSpace = createTakeSpace(deps, person)
      const all = { ...deps, ...share, limit: deps.limits.letters, takeSpace, remember }
      const frozen = await freezeLetter(all, person.accountId, letter)
      if (frozen === 'unavailable' || 'code' in frozen) throw failureOfFreeze(frozen)
      return frozen
    }
    const { draft } = sent.addresses
    return draft ? withDraft(person, draft, share, (read) => freeze({ ...sent, ...read })) : freeze(sent)
  }

  async function withDraft<Outcome>(
    { accountId }: SignedIn,
    draft: NamedDraft,
    { turn, inRoom }: Share,
    freeze: (read: ReadLetter) => Promise<Outcome>,
  ): Promise<Outcome> {
    await deps.limits.namedDrafts.take(accountId)
    const bytes = await bytesOfDraft(deps.db, accountId, draft.id)
    if (bytes === undefined) throw draftChanged()
    // It weighs what a body with its text would (design.md#bodies), also when it is read: its pictures are in memory.
    return inRoom(bytes, async () => {
      const content = await contentOfDraft(deps, accountId, draft)
      if (content === undefined) throw draftChanged()
      const read = await readContent(deps.typesetter, content, turn)
      if (read === 'unavailable' || 'code' in read) throw failureOfFreeze(read)
      return freeze(read)
    })
  }
}

/** What is validated in place of a body that nobody has read yet. */
const unread = { content: '', origin: '', destination: '' } satisfies CreateLetterBody

type UnreadBodies = {
  /** Before it is taken. */
  see(request: FastifyRequest): Uint8Array
  take(request: FastifyRequest): Uint8Array
}

/**
 * The bodies of this scope's calls, each a letter, stay as they came: parsed and checked with the letter, in a child
 * (design.md#read-in-children). Each is handed out once, and held no longer than whoever takes it does.
 */
export function leaveUnread(scope: App): UnreadBodies {
  const bodies = new WeakMap<FastifyRequest, Buffer>()
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, json: Buffer, done) => {
    bodies.set(request, json)
    done(null, unread)
  })
  return {
    see: (request) => bodies.get(request)!, // validation knows it
    take(request) {
      const json = bodies.get(request)!
      bodies.delete(request)
      return json
    },
  }
}

/** The server's usual words for 413 do not say what to do about it. */
export function explainTooLarge(error: FastifyError): never {
  throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooBig() : error
}
