import Stripe from 'stripe'

/** What is read at the card provider, under the names its page of restricted keys gives the rights. */
const read = {
  PaymentIntents: (cards) => cards.paymentIntents,
  Refunds: (cards) => cards.refunds,
  Disputes: (cards) => cards.disputes,
  Events: (cards) => cards.events,
} satisfies Record<string, (cards: Stripe) => { list: (one: { limit: number }) => PromiseLike<unknown> }>

/** Those that a restricted key does not have. Of rights to write only a write would tell. @throws StripeError without an answer. */
export async function missingRights(cards: Stripe): Promise<string[]> {
  const missing: string[] = []
  for (const [right, of] of Object.entries(read))
    try {
      await of(cards).list({ limit: 1 })
    } catch (error) {
      if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
      missing.push(right)
    }
  return missing
}
