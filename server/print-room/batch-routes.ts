import * as calls from '@lacre/letter/print-room/calls.ts'
import { closeBatchQuery, closedBatch } from '@lacre/letter/print-room/calls.ts'
import { fileWithProgress, type Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import { batchId } from '@lacre/letter/print-room/names.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../http/app.ts'
import { attachment, fileOf, sendWithProgress } from '../http/streams.ts'
import { batchList, type MadeBatch, makeBatch, recordDownload, recordListDownload } from './batch-pdf.ts'
import { batchDetail, listBatches, overview, summaryOfBatch } from './batches.ts'
import { call, fileName, refusal, whyOf } from './call.ts'
import { closeWaiting } from './close-batch.ts'
import type { ConsoleDeps } from './deps.ts'
import { markBatch } from './mark-batch.ts'
import type { Mark } from '../letters/print-jobs.ts'
import { MergingFailed } from './merge.ts'
import { requireOperator } from './require-operator.ts'

const markings = [
  ['printed', 'markBatchPrinted', 'Marca una tanda impresa'],
  ['enclosed', 'markBatchEnclosed', 'Marca una tanda ensobrada'],
  ['posted', 'markBatchPosted', 'Marca una tanda enviada'],
] as const satisfies [mark: Mark, operationId: string, summary: string][]

/** What waits, and batches: closed, looked at, marked. */
export function batchRoutes(app: App, deps: ConsoleDeps): void {
  const { db } = deps

  const first = {
    ...call('readOverview', 'Lo que espera y lo último cerrado'),
    response: { 200: calls.printRoomOverview },
  }
  app.get('/print-room/overview', { schema: first }, async (request) => {
    const operator = await requireOperator(deps, request)
    return await overview(deps, operator)
  })

  const closing = {
    ...call('closeBatch', 'Cierra una tanda con lo que espera'),
    querystring: closeBatchQuery,
    response: { 201: closedBatch },
  }
  app.post('/print-room/batches', { schema: closing }, async (request, reply) => {
    const { name } = await requireOperator(deps, request)
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
    await requireOperator(deps, request)
    return await listBatches(db, request.query.before)
  })

  const one = { params: calls.batchParams }
  const detail = { ...one, ...call('readBatch', 'Una tanda'), response: { 200: calls.batchDetail } }
  app.get('/print-room/batches/:batch', { schema: detail }, async (request) => {
    await requireOperator(deps, request)
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
      const { name } = await requireOperator(deps, request)
      const receipt = mark === 'posted' ? request.body.receipt : undefined
      const marked = await markBatch(deps, { id: idOf(request.params.batch), mark, by: name, receipt })
      if (typeof marked === 'string') throw refusal(marked)
      return marked
    })
  }
}

/** The schema lets names of batches pass only. */
const idOf = (name: string): number => batchId(name) ?? 0

const pdf = 'application/pdf'
const csv = 'text/csv; charset=utf-8'

/** The two files of a batch, made from what is stored each time; each download is written into the audit. */
export function batchFileRoutes(app: App, deps: ConsoleDeps): void {
  const downloading = { params: calls.batchParams, body: calls.downloadBody }

  const file = {
    ...downloading,
    response: { 200: fileOf(pdf, fileWithProgress) },
    ...call('downloadBatchPdf', 'El PDF de una tanda, para imprimir a doble cara'),
  }
  app.post('/print-room/batches/:batch/pdf', { schema: file }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const { batch } = request.params
    const by = { by: name, why: whyOf(request.body) }
    if (request.headers.accept === fileWithProgress)
      return sendWithProgress(reply, async (tell, isGone) => {
        const made = await take(() => make(batch, request.log, tell), by, isGone)
        if (isGone()) return undefined
        const stopped = made.stopped.length
        return { name: fileName(made.batch, name, 'pdf'), bytes: made.pdf, stopped }
      })
    const made = await take(() => make(batch, request.log), by)
    void reply.header('lacre-stopped', String(made.stopped.length))
    return attachment(reply, pdf, fileName(made.batch, name, 'pdf')).send(made.pdf)
  })

  const list = {
    ...downloading,
    response: { 200: fileOf(csv) },
    ...call('downloadBatchList', 'La lista de una tanda, para una hoja de cálculo'),
  }
  app.post('/print-room/batches/:batch/csv', { schema: list }, async (request, reply) => {
    const { name } = await requireOperator(deps, request, 'recent')
    const listed = await batchList(deps.db, idOf(request.params.batch))
    if (typeof listed === 'string') throw refusal(listed)
    await recordListDownload(deps, listed, { by: name, why: whyOf(request.body) })
    return attachment(reply, csv, fileName(listed.batch, name, 'csv')).send(listed.csv)
  })

  /** Whoever is gone has taken nothing. Made again as often as a letter leaves the batch meanwhile. */
  async function take(
    making: () => Promise<MadeBatch>,
    by: { by: string; why: string },
    isGone = () => false,
  ): Promise<MadeBatch> {
    for (;;) {
      const made = await making()
      if (isGone() || (await recordDownload(deps, made, by)) !== 'changed') return made
    }
  }

  async function make(
    name: string,
    log: FastifyBaseLogger,
    tell?: (progress: Progress) => void,
  ): Promise<MadeBatch> {
    const made = await makeBatch(deps, idOf(name), tell).catch((error: unknown) => {
      if (!(error instanceof MergingFailed)) throw error
      log.error(error)
      throw refusal('merging-failed')
    })
    if (made === 'unknown-batch') throw refusal(made)
    if (!made.letters) throw refusal('nothing-to-print')
    return made
  }
}
