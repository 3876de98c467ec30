import { keysOf } from '@lacre/letter/keys-of.ts'
import * as calls from '@lacre/letter/print-room/calls.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../http/app.ts'
import { attachment, fileOf } from '../http/answers/attachment.ts'
import { idOf } from './batch-routes.ts'
import { call } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { fileName, whyOf } from './download.ts'
import { refusal } from './failures.ts'
import { makeBatch, type MadeBatch } from './batches/make-batch.ts'
import { MergingFailed } from './merging/merge-letters.ts'
import { recordDownload } from './batches/record-download.ts'

const files = {
  pdf: {
    type: 'application/pdf',
    action: 'download-pdf',
    operationId: 'downloadBatchPdf',
    summary: 'El PDF de una tanda, para imprimir a doble cara',
  },
  csv: {
    type: 'text/csv; charset=utf-8',
    action: 'download-list',
    operationId: 'downloadBatchList',
    summary: 'La lista de una tanda, para una hoja de cálculo',
  },
} as const

/** The two files of a batch, made from the stored bytes each time; each download is written into the audit. */
export function batchFileRoutes(app: App, deps: ConsoleDeps): void {
  for (const name of keysOf(files)) {
    const { type, action, operationId, summary } = files[name]
    const schema = {
      params: calls.batchParams,
      body: calls.downloadBody,
      response: { 200: fileOf(type) },
      ...call(operationId, summary),
    }
    app.post(`/print-room/batches/:batch/${name}`, { schema }, async (request, reply) => {
      const operator = await deps.requireOperator(request, 'recent')
      const made = await make(request.params.batch, request.log)
      await recordDownload(deps, made, { by: operator.name, action, why: whyOf(request.body) })
      void reply.header('lacre-stopped', String(made.stopped.length))
      return attachment(reply, type, fileName(made.batch, operator.name, name)).send(made[name])
    })
  }

  async function make(name: string, log: FastifyBaseLogger): Promise<MadeBatch> {
    const made = await makeBatch(deps, idOf(name)).catch((error: unknown) => {
      if (!(error instanceof MergingFailed)) throw error
      log.error(error)
      throw refusal('merging-failed')
    })
    if (made === 'unknown-batch') throw refusal(made)
    if (!made.letters) throw refusal('nothing-to-print')
    return made
  }
}
