import * as calls from '@lacre/letter/print-room/calls.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { App } from '../http/app.ts'
import { idOf } from './batch-routes.ts'
import { call } from './call.ts'
import type { ConsoleDeps } from './deps.ts'
import { refusal } from './failures.ts'
import { makeBatch, type MadeBatch } from './batches/make-batch.ts'
import { MergingFailed } from './merging/merge-letters.ts'
import { recordDownload } from './batches/record-download.ts'

/** The two files of a batch, made from the stored bytes each time; each download is written into the audit. */
export function batchFileRoutes(app: App, deps: ConsoleDeps): void {
  const { requireOperator } = deps
  const one = { params: calls.batchParams }

  const printing = { ...one, ...call('El PDF de una tanda, para imprimir a doble cara') }
  app.get('/print-room/batches/:batch/pdf', { schema: printing }, async (request, reply) => {
    const { name } = await requireOperator(request)
    const made = await make(request.params.batch, request.log)
    await recordDownload(deps, made, { by: name, action: 'download-pdf' })
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${made.batch}.pdf"`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('lacre-stopped', String(made.stopped.length))
      .send(made.pdf)
  })

  const listing = { ...one, ...call('La lista de una tanda, para una hoja de cálculo') }
  app.get('/print-room/batches/:batch/csv', { schema: listing }, async (request, reply) => {
    const { name } = await requireOperator(request)
    const made = await make(request.params.batch, request.log)
    await recordDownload(deps, made, { by: name, action: 'download-list' })
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="${made.batch}.csv"`)
      .header('lacre-stopped', String(made.stopped.length))
      .send(made.csv)
  })

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
