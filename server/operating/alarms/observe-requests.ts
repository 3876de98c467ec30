import type { App } from '../../http/app.ts'
import { mistakenProxies } from '../../http/telemetry/proxies.ts'
import type { Observer } from './observations-table.ts'

const webhook = '/stripe/webhook'

/** What every request tells: whether events are signed as they should be, and whether TRUST_PROXY is what arrives. */
export function observeRequests(app: App, observer: Observer, trustProxy: number): void {
  app.addHook('onResponse', (request, reply, done) => {
    const isSigned = request.headers['stripe-signature'] !== undefined
    if (request.routeOptions.url === webhook && isSigned) {
      if (reply.statusCode < 300) observer('webhook', 'webhook-accepted')
      else if (reply.statusCode === 400) observer('webhook', 'webhook-refused')
    }
    if (mistakenProxies(request, trustProxy)) observer('proxies', 'proxies-mistaken')
    done()
  })
}
