import type { App } from '../../http/app.ts'
import { mistakenProxies } from '../../http/telemetry/proxies.ts'
import type { Observer } from './observations-table.ts'

const webhook = '/stripe/webhook'
/** As the provider writes a signature; whatever else is in its header comes from a stranger. */
const isSignature = /^t=\d{1,12},(?:.*,)?v1=[\da-f]{64}(?:,|$)/

/** What every request tells: whether events are signed as they should be, and whether TRUST_PROXY is what arrives. */
export function observeRequests(app: App, observer: Observer, trustProxy: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isSigned = isSignature.test(String(request.headers['stripe-signature']))
    if (request.routeOptions.url === webhook && isSigned) {
      if (reply.statusCode < 300) observer('webhook', 'webhook-accepted')
      else if (reply.statusCode === 400) observer('webhook', 'webhook-refused')
    }
    if (mistakenProxies(request, trustProxy)) observer('proxies', 'proxies-mistaken')
    done()
  })
}
