import { z } from 'zod'
import type { App } from '../http/app.ts'
import { Failure } from '../http/failure.ts'
import type { DispatchDeps } from './deps.ts'
import { receivePrinterEvent } from './follow/receive-printer-event.ts'

const bodyLimit = 512 * 1024
const answer = z.object({ received: z.literal(true) })

/** `POST /printer/webhook`: its plugin alone sees the body as bytes, which is what was signed. */
export function printerWebhookRoute(app: App, deps: DispatchDeps): void {
  void app.register((webhook: App, _options, done) => {
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const schema = {
      response: { 200: answer },
      operationId: 'receivePrinterEvent',
      summary: 'Avisos de la imprenta externa',
      tags: ['imprenta'],
    }
    webhook.post('/printer/webhook', { schema }, async (request) => {
      const { signature } = request.headers
      const event = Buffer.isBuffer(request.body)
        ? deps.printer.readEvent(request.body, typeof signature === 'string' ? signature : undefined)
        : 'forged'
      if (event === 'forged') throw new Failure(400, 'invalid signature', 'invalid-signature')
      const received = event === 'other' ? 'foreign' : await receivePrinterEvent(deps, event)
      request.log.info({ event: event === 'other' ? event : event.kind, received }, 'printer event')
      if (received === 'unknown') throw new Failure(503, 'not known yet', 'unknown-letter')
      return { received: true as const }
    })
    done()
  })
}
