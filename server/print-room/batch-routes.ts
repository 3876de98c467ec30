import * as calls from '@lacre/letter/print-room/calls.ts'
import { closeBatchQuery, closedBatch } from '@lacre/letter/print-room/calls.ts'
import type { App } from '../http/app.ts'
import { batchId } from '@lacre/letter/print-room/names.ts'
import { call } from './call.ts'
import { closeWaiting } from './batches/close-waiting.ts'
import type { ConsoleDeps } from './deps.ts'
import { refusal } from './failures.ts'
import { batchDetail, listBatches, summaryOfBatch } from './batches/list-batches.ts'
import { markBatch } from './batches/mark-batch.ts'
import type { Mark } from './jobs/progress.ts'
import { overview } from './batches/overview.ts'

const markings = [
  ['printed', 'markBatchPrinted', 'Marca una tanda impresa'],
  ['enclosed', 'markBatchEnclosed', 'Marca una tanda ensobrada'],
  ['posted', 'markBatchPosted', 'Marca una tanda enviada'],
] as const satisfies [mark: Mark, operationId: string, summary: string][]

/** What waits, and batches: closed, looked at, marked. */
export function batchRoutes(app: App, deps: ConsoleDeps): void {
  const { db, requireOperator } = deps

  const first = {
    ...call('readOverview', 'Lo que espera y lo último cerrado'),
    response: { 200: calls.printRoomOverview },
  }
  app.get('/print-room/overview', { schema: first }, async (request) => {
    const operator = await requireOperator(request)
    return await overview(deps, operator)
  })

  const closing = {
    ...call('closeBatch', 'Cierra una tanda con lo que espera'),
    querystring: closeBatchQuery,
    response: { 201: closedBatch },
  }
  app.post('/print-room/batches', { schema: closing }, async (request, reply) => {
    const { name } = await requireOperator(request)
    const { until } = request.query
    const closed = await closeWaiting(deps, { by: name, ...(until && { until: new Date(until) }) })
    if (closed === 'nothing-waiting') throw refusal(closed)
    const batch = await summaryOfBatch(db, closed.id)
    return reply.code(201).send({ batch, left: closed.left, until: closed.until.toISOString() })
  })

  const listing = {
    ...call('listBatches', 'Las tandas, las últimas primero'),
    querystring: calls.batchPageQuery,
    response: { 200: calls.batchPage },
  }
  app.get('/print-room/batches', { schema: listing }, async (request) => {
    await requireOperator(request)
    return await listBatches(db, request.query.before)
  })

  const one = { params: calls.batchParams }
  const detail = { ...one, ...call('readBatch', 'Una tanda'), response: { 200: calls.batchDetail } }
  app.get('/print-room/batches/:batch', { schema: detail }, async (request) => {
    await requireOperator(request)
    const batch = await batchDetail(db, idOf(request.params.batch))
    if (batch === 'unknown-batch') throw refusal(batch)
    return batch
  })

  for (const [mark, operationId, summary] of markings) {
    const marking = {
      ...one,
      ...call(operationId, summary),
      body: calls.markPostedBody,
      response: { 200: calls.marked },
    }
    app.post(`/print-room/batches/:batch/${mark}`, { schema: marking }, async (request) => {
      const { name } = await requireOperator(request)
      const receipt = mark === 'posted' ? request.body.receipt : undefined
      const marked = await markBatch(deps, { id: idOf(request.params.batch), mark, by: name, receipt })
      if (typeof marked === 'string') throw refusal(marked)
      return marked
    })
  }
}

/** The schema lets names of batches pass only. */
export const idOf = (name: string): number => batchId(name) ?? 0
