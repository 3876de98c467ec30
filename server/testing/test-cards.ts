import type { Db } from '../database/tables.ts'
import type { App } from '../http/app.ts'
import { type Clock, systemRandom } from '../outside/clock.ts'
import { createCardSandbox } from '../sandbox/cards.ts'
import { deliverSandboxEvents } from '../sandbox/card-store.ts'
import { sandboxCards } from '../outside/cards.ts'
import { withOutcomes } from './card-outcomes.ts'

export const webhookSecret = 'whsec_test'
export const goodCard = '4242 4242 4242 4242'

/** Stands between us and the provider: a test may lose a request or its answer, or see the order of things. */
export type Meddle = (call: string, go: () => Promise<Response>, key: string | null) => Promise<Response>

/** The card sandbox as the outside world. Only the network is false. */
export function testCards(db: Db, clock: Clock) {
  const sandbox = withOutcomes(createCardSandbox({ db, clock, random: systemRandom }), db, clock)
  const network: { meddle: Meddle; watch: (call: string) => void } = {
    meddle: (_call, go) => go(),
    watch: () => {},
  }
  const cards = sandboxCards((input, init) => {
    const call = `${init?.method} ${new URL(input as string).pathname}`
    const key = new Headers(init?.headers).get('idempotency-key')
    network.watch(call)
    return network.meddle(call, () => sandbox.fetch(input, init), key)
  }, 0)
  return {
    sandbox,
    network,
    cards,
    /** Brings what the provider has to tell. */
    deliver: (post: (body: string, signature: string) => Promise<number>) =>
      deliverSandboxEvents({ db, clock }, { webhooks: cards.webhooks, secret: webhookSecret, post }),
  }
}

export async function postEvent(app: App, body: string, signature: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
  return (await app.inject({ method: 'POST', url: '/stripe/webhook', headers, body })).statusCode
}
