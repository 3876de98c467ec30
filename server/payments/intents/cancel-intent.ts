import Stripe from 'stripe'
import { learnIntent } from './learn-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { orderOf, type Order } from '../table/orders-table.ts'
import { livePayment } from '../table/payments-table.ts'
import { isProviderTrouble, lookAt, read, type SeenIntent } from '../seen-intent.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { bookIntent, type Synced } from './sync-intent.ts'

/** Before the letter itself is cancelled, replaced or expires. If the money was faster, it is paid here and now. */
export async function cancelIntentOf(deps: PaymentsDeps, letterId: string): ReturnType<CancelIntentOf> {
  const payment = await livePayment(deps.db, letterId)
  if (!payment) return 'cancelled'
  if (payment.state === 'paid') return 'paid'
  try {
    return outcomeOf(await cancelOrder(deps, await orderOf(deps.db, payment)))
  } catch (error) {
    if (isProviderTrouble(error)) return 'unknown'
    throw error
  }
}

/** With it nobody can pay its other letters either; they may be asked for again. @throws StripeError */
export const cancelOrder = async (deps: PaymentsDeps, order: Order): Promise<Synced> =>
  cancelPayment(deps, (await learnIntent(deps, order)).id)

/** Cancels the intent at the provider, or finds out that it is too late, and books what is so. @throws StripeError */
export const cancelPayment = async (deps: PaymentsDeps, intentId: string): Promise<Synced> =>
  bookIntent(deps, await cancelAtProvider(deps, intentId))

/** The intent as it is then: cancelled, unless it is too late. @throws StripeError */
export async function cancelAtProvider(deps: PaymentsDeps, intentId: string): Promise<SeenIntent> {
  try {
    return read(deps, await deps.cards.paymentIntents.cancel(intentId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return lookAt(deps, intentId)
  }
}

const outcomeOf = (synced: Synced): Awaited<ReturnType<CancelIntentOf>> => {
  if (synced === 'cancelled' || synced === 'refunded') return 'cancelled'
  return synced === 'paid' ? 'paid' : 'unknown'
}
