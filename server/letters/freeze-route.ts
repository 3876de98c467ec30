import { hours, seconds } from '@lacre/letter/duration.ts'
import * as calls from '@lacre/letter/calls.ts'
import type { FastifyError } from 'fastify'
import type { App } from '../http/app.ts'
import { bearerSecurity, signedIn, type RequireAccount, type SignedIn } from '../http/bearer.ts'
import { bodyWithAccount, longestOf } from '../http/bodies/guard-bodies.ts'
import { callerOf } from '../http/caller.ts'
import type { Limits } from '../http/limits.ts'
import { createShares } from '../http/shares.ts'
import { spellings } from '../http/spellings.ts'
import { draftChanged, failureOfFreeze, tooBig } from './failures.ts'
import { freezeLetter, type FreezeDeps } from './freeze/freeze-letter.ts'
import { createLetterBudget } from './freeze/storage-budget.ts'
import { createSenders, type Share } from './turns/senders.ts'

/** Undefined when the account has no such draft, or it says something else. */
export type ContentOfDraft = (
  accountId: string,
  draft: NonNullable<calls.CreateLetterBody['draft']>,
) => Promise<string | undefined>

/** POST /letters/, as the specification spells it, and without the last slash. */
export function freezeRoute(
  app: App,
  deps: Omit<FreezeDeps, 'limit' | 'takeSpace'> & {
    requireAccount: RequireAccount
    limits: Limits
    contentOfDraft: ContentOfDraft
  },
): void {
  // Six orders of fifty (design.md#several-recipients).
  const limit = deps.limits({ name: 'freeze-letter', points: 300, within: hours(1) })
  const spaceOf = createLetterBudget(deps.limits)
  const inPlaceAndTurn = createSenders(deps)
  // A draft that is named weighs what a body with its text would (design.md#bodies).
  const named = createShares({ all: 4 * bodyWithAccount, ofOne: 2 * bodyWithAccount })
  // Twenty times fifty: megabytes are read for each, also where nothing comes of it.
  const namings = deps.limits({ name: 'name-draft', points: 1000, within: hours(1) })
  const schema = {
    body: calls.createLetterBody,
    response: { 200: calls.createdLetter },
    operationId: 'createLetter',
    summary: 'Prepara una carta para pagarla',
    tags: ['cartas'],
    security: bearerSecurity,
  }
  for (const { url, hide } of spellings('/letters'))
    app.route({
      method: 'POST',
      url,
      schema: { ...schema, hide },
      bodyLimit: bodyWithAccount,
      /** Asked before the body is read: nobody without an account makes us take in 16 MB. */
      async onRequest(request) {
        signedIn.set(request, await deps.requireAccount(request))
      },
      errorHandler: nameTheLimit,
      handler(request) {
        const person = signedIn.get(request)! // onRequest knows them
        const sender = { network: callerOf(request.ip), bytes: longestOf(request) }
        return inPlaceAndTurn(person, sender, (share) => prepare(person, request.body, share))
      },
    })

  async function prepare(person: SignedIn, { draft, ...body }: calls.CreateLetterBody, share: Share) {
    const takeSpace = spaceOf(deps.db, person)
    if (draft) await namings.take(person.accountId)
    const leave = draft && (await named.takeSoon(person.accountId, bodyWithAccount, seconds(1)))
    if (draft && !leave) throw failureOfFreeze('unavailable')
    try {
      const content = draft ? await deps.contentOfDraft(person.accountId, draft) : body.content
      if (content === undefined) throw draftChanged()
      const letter = { ...body, content }
      const frozen = await freezeLetter({ ...deps, ...share, limit, takeSpace }, person.accountId, letter)
      if (frozen === 'unavailable' || 'code' in frozen) throw failureOfFreeze(frozen)
      return frozen
    } finally {
      leave?.()
    }
  }
}

/** The server's usual words for 413 do not say what to do about it. */
export function nameTheLimit(error: FastifyError): never {
  throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooBig() : error
}
