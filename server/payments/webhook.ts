import Stripe from 'stripe'
import { z } from 'zod'
import type { App } from '../http/app.ts'
import { Failure } from '../http/failure.ts'
import { type PaymentsDeps, fetchIntent } from './seen-intent.ts'
import { cancelPayment, recoverIntent } from './learn-intent.ts'
import { orderOfIntent } from './orders-table.ts'
import { bookIntent, keepEvent, type Synced } from './sync.ts'
import type { World } from '../world.ts'

const toleranceSeconds = 300
const bodyLimit = 512 * 1024
const eventShape = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.object() }) })
const answer = z.object({ received: z.literal(true) })

/** `POST /stripe/webhook`: its plugin alone keeps the body as bytes, which the signature covers. */
export function webhookRoute(app: App, deps: PaymentsDeps & Pick<World, 'webhookSecret'>): void {
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
        deps.webhookSecret,
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

/** The events that may change money. All others are ignored. */
export const wantedEvents: readonly string[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'refund.created',
  'refund.updated',
  'refund.failed',
]

/** `heard`: the events enabled for the webhook, as the provider names them. */
export const missingEvents = (heard: string[]): string[] =>
  heard.includes('*') ? [] : wantedEvents.filter((type) => !heard.includes(type))

/**
 * 'unknown' must not be answered with 2xx, so that the provider sends the event again (design/trust.md#unknown-event).
 */
export type Received = Synced | 'ignored'

/** An event only says where to look: the provider's record of the intent is what counts. */
export async function receiveEvent(deps: PaymentsDeps, event: Stripe.Event): Promise<Received> {
  const intentId = findIntentId(event.data.object)
  if (!intentId || !wantedEvents.includes(event.type)) return 'ignored'
  const seen = deps.db.selectFrom('card_event').select('id').where('id', '=', event.id)
  if (await seen.executeTakeFirst()) return 'seen-before'
  const looked = await fetchIntent(deps, intentId, event.type.startsWith('charge.dispute.'))
  const intent = await recoverIntent(deps, looked)
  const synced = await bookIntent(deps, intent, event)
  // A cancelled intent can take no money: there is nothing to send again.
  if (synced === 'unknown' && intent.status === 'canceled') return 'ignored'
  // Another product's: stored, so that reading the event list again skips it.
  if (synced === 'foreign') await keepEvent(deps.db, event, deps.clock.now())
  if (event.type === 'payment_intent.payment_failed' && synced === 'open') await countFailure(deps, intentId)
  return synced
}

/** The id of an intent, or of the intent of a charge, refund or dispute. */
export function findIntentId(listed: object): string | undefined {
  const about = listed as { object: string; id?: string; payment_intent?: string | { id: string } | null }
  if (about.object === 'payment_intent') return about.id
  return typeof about.payment_intent === 'object' ? about.payment_intent?.id : about.payment_intent
}

/** Trying one card after another suggests stolen cards: the intent is cancelled. */
async function countFailure(deps: PaymentsDeps, intentId: string): Promise<void> {
  const order = await orderOfIntent(deps.db, intentId)
  if (!order) return
  const { account_id } = await deps.db
    .selectFrom('letter')
    .select('account_id')
    .where('id', '=', order.payments[0]!.letter_id)
    .executeTakeFirstOrThrow()
  try {
    await deps.limits.paymentFailures.take(account_id)
  } catch (refused) {
    if (!(refused instanceof Failure)) throw refused
    await cancelPayment(deps, intentId)
  }
}
