import Stripe from 'stripe'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { Failure } from '../http/failure.ts'
import type { PaymentsDeps } from './deps.ts'
import { receiveEvent } from './intents/receive-event.ts'

const toleranceSeconds = 300
const bodyLimit = 512 * 1024
const eventShape = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.object() }) })
const answer = z.object({ received: z.literal(true) })

/** `POST /stripe/webhook`: its plugin alone sees the body as bytes, which is what was signed. */
export function webhookRoute(app: App, deps: PaymentsDeps, secret: string): void {
  void app.register((webhook: App, _options, done) => {
    webhook.removeAllContentTypeParsers()
    webhook.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    )
    const schema = {
      response: { 200: answer },
      operationId: 'receiveCardEvent',
      summary: 'Avisos del proveedor de pago',
      tags: ['pagos'],
    }
    webhook.post('/stripe/webhook', { schema }, async (request) => {
      const event = verify(request.body, request.headers['stripe-signature'])
      if (!event) throw new Failure(400, 'invalid signature', 'invalid-signature')
      const received = await receiveEvent(deps, event)
      request.log.info({ event: event.type, received }, 'card event')
      if (received === 'unknown') throw new Failure(503, 'not known yet', 'unknown-payment')
      return { received: true as const }
    })
    done()
  })

  function verify(body: unknown, signature: string | string[] | undefined): Stripe.Event | undefined {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string') return undefined
    const now = deps.clock.now().getTime()
    try {
      const event = deps.cards.webhooks.constructEvent(
        body,
        signature,
        secret,
        toleranceSeconds,
        undefined,
        now,
      )
      return eventShape.safeParse(event).success ? event : undefined
    } catch (error) {
      const isTheirs = error instanceof Stripe.errors.StripeSignatureVerificationError
      if (isTheirs || error instanceof SyntaxError) return undefined
      throw error
    }
  }
}
