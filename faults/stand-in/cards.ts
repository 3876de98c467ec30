/** The card provider: API, webhooks and ledger, in a process that no fault kills. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ledgerAt } from '../ledger.ts'
import { seedOf } from '../seed.ts'
import { worldClock } from '../world-clock.ts'
import { answerCall, confirmCard, type Card } from './card-api.ts'
import { openCardBooks } from './card-books.ts'
import type { CardEntry } from './card-entries.ts'
import { scheduleOutcomes, noOutcomes, type OutcomeShares } from './card-outcomes.ts'
import type { Answer } from './card-keys.ts'
import { noCallFailures, type CallFailure, type CallFailures } from './call-failures.ts'
import { createWebhookSender, noDeliveryFaults, type DeliveryFaults } from './webhook-sender.ts'

/** Sent by the run. */
export type CardsCommand = {
  nodes?: string[]
  deliveryFaults?: DeliveryFaults
  callFailures?: CallFailures
  outcomes?: OutcomeShares
}
export type CardsReply = { port: number } | { underWay: number; waiting: number; failures: CallFailures }

const [path = '', clockFile = '', seedNumber = '1', secret = ''] = process.argv.slice(2)
const seed = seedOf(Number(seedNumber))
const ledger = ledgerAt<CardEntry>(path)
const { now } = worldClock(clockFile)
const at: Required<CardsCommand> = {
  nodes: [],
  deliveryFaults: noDeliveryFaults,
  callFailures: noCallFailures,
  outcomes: noOutcomes,
}
const failures = { ...noCallFailures }
const outcomesEveryMs = 100
const answerWithinMs = 10_000

const webhooks = createWebhookSender({
  ledger,
  now,
  secret,
  seed: seed.fork('webhooks'),
  deliveryFaults: () => at.deliveryFaults,
  async post(body, signature) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': signature }
    const answer = await fetch(`${seed.pick(at.nodes)}/stripe/webhook`, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await answer.arrayBuffer()
    return answer.status
  },
})
const outcomes = scheduleOutcomes(seed.fork('outcomes'), now, () => at.outcomes)
const books = openCardBooks({
  ledger,
  now,
  listedAfter: () => outcomes.listedAfter(),
  onEvent(event) {
    webhooks.take(event)
    outcomes.schedule(books, event)
  },
})
setInterval(() => outcomes.runDue(), outcomesEveryMs)

async function serve(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const body = await text(request)
  const respond = ({ status, body }: Answer) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/siteverify')
    return respond({ status: 200, body: { success: true, hostname: 'localhost' } })
  if (url.pathname === '/confirm') {
    const { secret, card } = JSON.parse(body) as { secret: string; card: Card }
    return respond(confirmCard(books, secret, outcomes.card(card)))
  }
  const happens = (what: CallFailure) => seed.is(at.callFailures[what]) && ++failures[what]
  if (happens('request-lost')) return request.socket.destroy()
  const asked = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    key: request.headers['idempotency-key'] as string | undefined,
    refundState: outcomes.refundState(),
  }
  const own = (['busy', 'failed-before', 'failed-after'] as const).find(happens)
  const answer = answerCall(books, asked, own)
  if (happens('response-lost')) return request.socket.destroy() // done, and the answer never arrives
  return respond(answer)
}

const server = createServer((request, response) => void serve(request, response))
process.on('message', (command: CardsCommand | 'progress') => {
  if (command === 'progress')
    process.send?.({
      underWay: webhooks.underWay(),
      waiting: outcomes.waiting(),
      failures,
    } satisfies CardsReply)
  else Object.assign(at, command)
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies CardsReply),
)
