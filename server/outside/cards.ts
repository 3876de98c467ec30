import { seconds } from '@lacre/letter/days.ts'
import Stripe from 'stripe'

/** Pinned: the SDK's types describe this version only. */
const apiVersion = '2026-10-28.endive'

/** The card provider. `apiUrl`: a stand-in or a proxy. At most three tries of 10 s each. */
export function stripeCards({ secretKey, apiUrl }: { secretKey: string; apiUrl?: URL | undefined }): Stripe {
  const elsewhere = apiUrl && {
    host: apiUrl.hostname,
    port: apiUrl.port || (apiUrl.protocol === 'https:' ? 443 : 80),
    protocol: apiUrl.protocol === 'https:' ? ('https' as const) : ('http' as const),
  }
  return new Stripe(secretKey, {
    ...elsewhere,
    apiVersion,
    timeout: seconds(10),
    maxNetworkRetries: 2,
    telemetry: false,
  })
}

/** The same SDK without a network: its requests go to `fetch`. */
export const sandboxCards = (fetch: typeof globalThis.fetch, maxNetworkRetries = 2): Stripe =>
  new Stripe('sk_test_sandbox', {
    httpClient: Stripe.createFetchHttpClient(fetch),
    apiVersion,
    timeout: seconds(10),
    maxNetworkRetries,
    telemetry: false,
  })

/** What we read at the provider, by its names for the rights of a restricted key. */
const read = {
  PaymentIntents: (cards) => cards.paymentIntents,
  Refunds: (cards) => cards.refunds,
  Disputes: (cards) => cards.disputes,
  Events: (cards) => cards.events,
} satisfies Record<string, (cards: Stripe) => { list: (one: { limit: number }) => PromiseLike<unknown> }>

/**
 * The read rights that a restricted key lacks; write rights show only when used. @throws StripeError without an answer.
 */
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
