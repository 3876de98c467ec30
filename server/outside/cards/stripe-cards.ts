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
