import { earlier, hours } from '@lacre/letter/days.ts'
import Stripe from 'stripe'
import { keyForgotten, type PaymentsDeps } from '../deps.ts'
import { writeMetadata } from '../intent-metadata.ts'
import type { Order } from '../table/orders-table.ts'
import { closeUnknown, nameIntent } from '../table/payments-table.ts'
import { intentsSince, isProviderTrouble, lookAt, read, readAll, type SeenIntent } from '../seen-intent.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'cards' | 'installation' | 'clock' | 'paymentMethods'>

/**
 * The provider's record behind an order. Where its answer never came, the same idempotency key is sent again:
 * that looks it up, or makes it for the first time (design.md#unknown-is-a-state). Its payments learn the intent's id.
 * @throws StripeError when there is no answer; the rows stay as they are, and so does their key.
 */
export async function learnIntent(deps: Deps, order: Order): Promise<SeenIntent> {
  if (order.intent_id) return lookAt(deps, order.intent_id)
  const age = deps.clock.now().getTime() - order.created_at.getTime()
  const made = age > keyForgotten ? await find(deps, order) : undefined
  const seen = made ?? (await createOnce(deps, order))
  await nameIntent(deps.db, order.idempotency_key, seen.id)
  return seen
}

async function createOnce(deps: Deps, order: Order): Promise<SeenIntent> {
  try {
    const intent = await deps.cards.paymentIntents.create(
      {
        amount: order.cents,
        currency: order.currency,
        // Apple Pay and Google Pay are cards to the provider.
        allowed_payment_method_types: deps.paymentMethods.includes('bizum') ? ['card', 'bizum'] : ['card'],
        metadata: writeMetadata(deps, order),
      },
      { idempotencyKey: order.idempotency_key },
    )
    return read(deps, intent)
  } catch (error) {
    if (!isLasting(error)) throw error
    const found = await find(deps, order)
    if (found) return found
    // The provider repeats a stored failure for as long as it knows the key: the next try needs a new one.
    await closeUnknown(deps.db, order.idempotency_key)
    throw error
  }
}

/**
 * An answer that the provider stores with the key: its own failures, and a request it refuses. 409: it has none yet. A key
 * that was sent before `PAYMENT_METHODS` changed is refused for ever, and what it made is found by looking.
 */
const isLasting = (error: unknown) =>
  isProviderTrouble(error) &&
  error.statusCode !== 409 &&
  (error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeInvalidRequestError)

/** By how much our clock may have been put back since the payments were written: the provider's dates are its own. */
const clockMoved = hours(2)

/** The order's intent among those made since its payments were written. */
async function find(deps: Deps, order: Order): Promise<SeenIntent | undefined> {
  for await (const intent of intentsSince(deps, earlier(order.created_at, clockMoved))) {
    const { orderId, status } = read(deps, intent)
    if (orderId === order.id && status !== 'canceled') return readAll(deps, intent)
  }
  return undefined
}
