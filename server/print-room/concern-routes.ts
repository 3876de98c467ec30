import * as calls from '@lacre/letter/print-room/calls.ts'
import type { App } from '../http/app.ts'
import { call } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { refusal } from './failures.ts'
import { needsPerson } from './concerns/needs-person.ts'
import { settleConcern } from './concerns/settle-concern.ts'

/** What waits for a person's decision. */
export function concernRoutes(app: App, deps: ConsoleDeps): void {
  const { requireOperator } = deps
  const listing = {
    ...call('listNeedsPerson', 'Lo que espera a una persona'),
    response: { 200: calls.needsPerson },
  }
  app.get('/print-room/needs-person', { schema: listing }, async (request) => {
    const operator = await requireOperator(request)
    return await needsPerson(deps, operator)
  })

  const settling = {
    ...call('settleConcern', 'Da un asunto por resuelto'),
    params: calls.idParams,
    body: calls.noteBody,
    response: { 200: calls.settled },
  }
  app.post('/print-room/concerns/:id/settle', { schema: settling }, async (request) => {
    const { name } = await requireOperator(request)
    const settled = await settleConcern(deps, request.params.id, { note: request.body.note, by: name })
    if (typeof settled === 'string') throw refusal(settled)
    return { settledAt: settled.toISOString() }
  })
}
