import * as calls from '@lacre/letter/calls.ts'
import type { App } from '../http/app.ts'
import { bearerSecurity, type RequireAccount } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { SummariesDeps } from './mine/open-summaries.ts'
import { readOrder } from './mine/read-order.ts'

/** What was begun together, to be paid together from Mis cartas (design.md#orders). */
export function orderRoute(app: App, deps: SummariesDeps & { requireAccount: RequireAccount }): void {
  const schema = {
    params: calls.letterId,
    response: { 200: calls.order },
    operationId: 'readOrder',
    summary: 'Las cartas de un pedido',
    tags: ['cartas'],
    security: bearerSecurity,
  }
  app.get('/orders/:id', { schema }, async (request) => {
    const { accountId } = await deps.requireAccount(request)
    const order = await readOrder(deps, accountId, request.params.id)
    if (!order) throw new Failure(404, 'No existe este pedido.', 'not-found')
    return order
  })
}
