import { minutes } from '@lacre/letter/days.ts'
import * as calls from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import type { Limits } from '../http/limits.ts'
import { createConcurrencyLimit } from '../http/concurrency-limit.ts'
import { badCursor } from './failures.ts'
import { listLetters } from './mine/list-letters.ts'
import type { SummariesDeps } from './mine/open-summaries.ts'

/** A search opens sealed names, which costs us time. */
const searches = { name: 'search-letters', points: 300, within: minutes(10) }

/** By POST: a recipient's name does not belong in a URL, where logs would keep it (design.md#letters-are-secret). */
export function searchRoute(
  app: App,
  deps: SummariesDeps & { requireAccount: RequireAccount; limits: Limits },
): void {
  const limit = deps.limits(searches)
  const limitConcurrency = createConcurrencyLimit({ perKey: 2 })
  const schema = {
    body: calls.searchLettersBody,
    response: { 200: calls.letterPage },
    operationId: 'searchLetters',
    summary: 'Busca entre sus cartas',
    tags: ['cartas'],
    security: bearerSecurity,
  }
  app.post('/letters/search', { schema }, async (request) => {
    const { accountId } = await deps.requireAccount(request, 'paid-claim')
    await limit.take(accountId)
    const page = await limitConcurrency(accountId, () => listLetters(deps, accountId, request.body))
    if (page === 'bad-cursor') throw badCursor()
    return page
  })
}
