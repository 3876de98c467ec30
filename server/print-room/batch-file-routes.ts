import { fileWithProgress, type Progress } from '@lacre/letter/print-room/file-with-progress.ts'
import * as calls from '@lacre/letter/print-room/calls.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/answers/attachment.ts'
import { sendWithProgress } from '../http/answers/send-with-progress.ts'
import { idOf } from './batch-routes.ts'
import { batchList, recordListDownload } from './batches/list/batch-list.ts'
import { call } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { fileName, whyOf } from './download.ts'
import { refusal } from './failures.ts'
import { makeBatch, type MadeBatch } from './batches/make-batch.ts'
import { MergingFailed } from './merging/merger.ts'
import { recordDownload } from './batches/record-download.ts'

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
    const { name } = await deps.requireOperator(request, 'recent')
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
    const { name } = await deps.requireOperator(request, 'recent')
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
