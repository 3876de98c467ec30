import Stripe from 'stripe'
import { learnIntent } from './learn-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { orderOf, type Order } from '../table/orders-table.ts'
import { livePayment } from '../table/payments-table.ts'
import { isProviderTrouble, read } from '../seen-intent.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { bookIntent, syncIntent, type Synced } from './sync-intent.ts'

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
export async function cancelPayment(deps: PaymentsDeps, intentId: string): Promise<Synced> {
  try {
    const canceled = await deps.cards.paymentIntents.cancel(intentId)
    return await bookIntent(deps, read(deps, canceled))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return syncIntent(deps, intentId)
  }
}

const outcomeOf = (synced: Synced): Awaited<ReturnType<CancelIntentOf>> => {
  if (synced === 'cancelled' || synced === 'refunded') return 'cancelled'
  return synced === 'paid' ? 'paid' : 'unknown'
}
