import { earlier, minutes } from '@lacre/letter/duration.ts'
import Stripe from 'stripe'
import { app, keyForgotten, type PaymentsDeps } from '../deps.ts'
import { closeUnknown, nameIntent, type Payment } from '../table/payments-table.ts'
import { intentsSince, isProviderTrouble, lookAt, read, type SeenIntent } from '../seen-intent.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'cards' | 'clock' | 'paymentMethods'>

/**
 * The provider's record behind a payment. Where its answer never came, the same idempotency key is sent again:
 * that looks it up, or makes it for the first time (design.md#unknown-is-a-state). The row learns the intent's id.
 * @throws StripeError when there is no answer; the row stays as it is, and so does its key.
 */
export async function learnIntent(deps: Deps, payment: Payment, pdfSha256: string): Promise<SeenIntent> {
  if (payment.intent_id) return lookAt(deps.cards, payment.intent_id)
  const age = deps.clock.now().getTime() - payment.created_at.getTime()
  const made = age > keyForgotten ? await find(deps, payment) : undefined
  const seen = made ?? (await createOnce(deps, payment, pdfSha256))
  await nameIntent(deps.db, payment.id, seen.id)
  return seen
}

async function createOnce(deps: Deps, payment: Payment, pdfSha256: string): Promise<SeenIntent> {
  try {
    const intent = await deps.cards.paymentIntents.create(
      {
        amount: payment.amount_cents,
        currency: payment.currency,
        // Apple Pay and Google Pay are cards to the provider.
        allowed_payment_method_types: deps.paymentMethods.includes('bizum') ? ['card', 'bizum'] : ['card'],
        metadata: { app, letter_id: payment.letter_id, pdf_sha256: pdfSha256 },
      },
      { idempotencyKey: payment.idempotency_key },
    )
    return read(intent)
  } catch (error) {
    if (!isLasting(error)) throw error
    const found = await find(deps, payment)
    if (found) return found
    // The provider repeats a stored failure for as long as it knows the key: the next try needs a new one.
    await closeUnknown(deps.db, payment.id)
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

/** The letter's intent among those made since the row was written. */
async function find({ cards }: Deps, payment: Payment): Promise<SeenIntent | undefined> {
  for await (const seen of intentsSince(cards, earlier(payment.created_at, minutes(1))))
    if (seen.letterId === payment.letter_id && seen.status !== 'canceled') return seen
  return undefined
}
