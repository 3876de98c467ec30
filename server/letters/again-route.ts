import * as calls from '@lacre/letter/calls.ts'
import { hours } from '@lacre/letter/days.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'
import { sendAgain } from './again/send-again.ts'
import { failureOfAgain, failureOfFreeze } from './failures.ts'
import type { FreezeDeps } from './freeze/freeze-letter.ts'
import { createLetterBudget } from './freeze/storage-budget.ts'

/** POST /letters/:id/again: a letter that came back goes out once more (design.md#came-back). */
export function againRoute(
  app: App,
  deps: Omit<FreezeDeps, 'limit' | 'takeSpace'> & { requireAccount: RequireAccount; limits: Limits },
): void {
  const limit = deps.limits({ name: 'send-again', points: 60, within: hours(1) })
  // Each reads as much as the longest body may bring (design.md#bodies).
  const limitConcurrency = createConcurrencyLimit({ perKey: 2 })
  const spaceOf = createLetterBudget(deps.limits)
  const schema = {
    params: calls.letterId,
    body: calls.sendAgainBody,
    response: { 200: calls.createdLetter },
    operationId: 'sendLetterAgain',
    summary: 'Prepara otra vez una carta devuelta, con la dirección corregida',
    tags: ['cartas'],
    security: bearerSecurity,
  }
  app.post('/letters/:id/again', { schema }, async (request) => {
    const person = await deps.requireAccount(request)
    const takeSpace = spaceOf(deps.db, person)
    const made = await limitConcurrency(person.accountId, () =>
      sendAgain({ ...deps, limit, takeSpace }, person.accountId, request.params.id, request.body),
    )
    if (made === 'unavailable') throw failureOfFreeze(made)
    if (typeof made === 'string') throw failureOfAgain(made)
    if ('code' in made) throw failureOfFreeze(made)
    return made
  })
}
