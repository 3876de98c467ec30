import Stripe from 'stripe'
import { learnIntent } from './learn-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { livePayment } from '../table/payments-table.ts'
import { isProviderTrouble, read } from '../seen-intent.ts'
import type { CancelIntentOf } from '../../ports.ts'
import { bookIntent, syncIntent, type Synced } from './sync-intent.ts'

/** Before the letter itself is cancelled, replaced or expires. If the money was faster, it is paid here and now. */
export async function cancelIntentOf(deps: PaymentsDeps, letterId: string): ReturnType<CancelIntentOf> {
  const payment = await livePayment(deps.db, letterId)
  if (!payment) return 'cancelled'
  if (payment.state === 'paid') return 'paid'
  const { pdf_sha256 } = await deps.db
    .selectFrom('letter')
    .select('pdf_sha256')
    .where('id', '=', letterId)
    .executeTakeFirstOrThrow()
  try {
    const seen = await learnIntent(deps, payment, pdf_sha256)
    return outcomeOf(await cancelPayment(deps, seen.id))
  } catch (error) {
    if (isProviderTrouble(error)) return 'unknown'
    throw error
  }
}

/** Cancels the intent at the provider, or finds out that it is too late, and books what is so. @throws StripeError */
export async function cancelPayment(deps: PaymentsDeps, intentId: string): Promise<Synced> {
  try {
    const canceled = await deps.cards.paymentIntents.cancel(intentId)
    return await bookIntent(deps, read(canceled))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return syncIntent(deps, intentId)
  }
}

const outcomeOf = (synced: Synced): Awaited<ReturnType<CancelIntentOf>> => {
  if (synced === 'cancelled' || synced === 'refunded') return 'cancelled'
  return synced === 'paid' ? 'paid' : 'unknown'
}
