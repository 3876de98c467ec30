import { seconds } from '@lacre/letter/days.ts'
import Stripe from 'stripe'

/** Pinned: the SDK's types describe this version and no other. */
const apiVersion = '2026-10-28.endive'

/** The card provider. `apiUrl` names a stand-in or a proxy; each try ends after 10 s, there are at most three. */
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

/** The same SDK without a network: everything it would send goes to `fetch` instead. */
export const sandboxCards = (fetch: typeof globalThis.fetch, maxNetworkRetries = 2): Stripe =>
  new Stripe('sk_test_sandbox', {
    httpClient: Stripe.createFetchHttpClient(fetch),
    apiVersion,
    timeout: seconds(10),
    maxNetworkRetries,
    telemetry: false,
  })

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
