import type Stripe from 'stripe'
import { Failure } from '../../http/failure.ts'
import { cancelPayment } from './cancel-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { recoverIntent } from './recover-intent.ts'
import { lookAt } from '../seen-intent.ts'
import { paymentOfIntent } from '../table/payments-table.ts'
import { bookIntent, keepEvent, type Synced } from './sync-intent.ts'

/** The events that may have changed money; all others are none of our business. */
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

/** `heard`: what a webhook is sent, as the provider names it. */
export const missingEvents = (heard: string[]): string[] =>
  heard.includes('*') ? [] : wantedEvents.filter((type) => !heard.includes(type))

/** 'unknown' must not be answered with 2xx, so that the provider sends the event again (design.md#unknown-event). */
export type Received = Synced | 'ignored'

/** An event only says where to look; what is true stands in the provider's record of the intent. */
export async function receiveEvent(deps: PaymentsDeps, event: Stripe.Event): Promise<Received> {
  const intentId = intentOf(event)
  if (!intentId || !wantedEvents.includes(event.type)) return 'ignored'
  const seen = deps.db.selectFrom('card_event').select('id').where('id', '=', event.id)
  if (await seen.executeTakeFirst()) return 'seen-before'
  const looked = await lookAt(deps, intentId, event.type.startsWith('charge.dispute.'))
  const intent = await recoverIntent(deps, looked)
  const synced = await bookIntent(deps, intent, event)
  // Nobody can pay it, and nobody did: there is nothing to hear of it later.
  if (synced === 'unknown' && intent.status === 'canceled') return 'ignored'
  // Another product's: whoever reads the list of events again need not ask again.
  if (synced === 'foreign') await keepEvent(deps.db, event, deps.clock.now())
  if (event.type === 'payment_intent.payment_failed' && synced === 'open') await countFailure(deps, intentId)
  return synced
}

export function intentOf({ data }: Stripe.Event): string | undefined {
  const about = data.object as {
    object: string
    id?: string
    payment_intent?: string | { id: string } | null
  }
  if (about.object === 'payment_intent') return about.id
  return typeof about.payment_intent === 'object' ? about.payment_intent?.id : about.payment_intent
}

/** Somebody who tries one card after another is testing stolen ones: the intent they try them on is closed. */
async function countFailure(deps: PaymentsDeps, intentId: string): Promise<void> {
  const payment = await paymentOfIntent(deps.db, intentId)
  if (!payment) return
  const { account_id } = await deps.db
    .selectFrom('letter')
    .select('account_id')
    .where('id', '=', payment.letter_id)
    .executeTakeFirstOrThrow()
  try {
    await deps.failuresOfAccount.take(account_id)
  } catch (refused) {
    if (!(refused instanceof Failure)) throw refused
    await cancelPayment(deps, intentId)
  }
}
