/** The card provider as a process of its own, which nobody kills: its API, its webhooks, its ledger. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { ledgerAt } from '../ledger.ts'
import { seedOf } from '../seed.ts'
import { worldClock } from '../world-clock.ts'
import { answerCall, confirmCard } from './card-api.ts'
import { openCardBooks, type Answer, type CardEntry } from './card-books.ts'
import { createPostOffice, fairWeather, type Weather } from './post-office.ts'

/** What the run tells it. `trouble`: shares of the calls that are lost on the way there, on the way back, or refused. */
export type CardsTold = { nodes?: string[]; weather?: Weather; trouble?: Trouble; secret?: string }
export type Trouble = { there: number; back: number; refused: number }
export type CardsSay = { port: number } | { underWay: number; troubles: Record<keyof Trouble, number> }

const [path = '', clockFile = '', seedNumber = '1', secret = ''] = process.argv.slice(2)
const seed = seedOf(Number(seedNumber))
const ledger = ledgerAt<CardEntry>(path)
const { now } = worldClock(clockFile)
const at: Required<Pick<CardsTold, 'nodes' | 'weather' | 'trouble'>> = {
  nodes: [],
  weather: fairWeather,
  trouble: { there: 0, back: 0, refused: 0 },
}
const troubles = { there: 0, back: 0, refused: 0 }
const answerWithinMs = 10_000

const office = createPostOffice({
  ledger,
  now,
  secret,
  seed: seed.fork('post office'),
  weather: () => at.weather,
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
const books = openCardBooks({ ledger, now, tell: (event) => office.take(event) })

async function serve(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const body = await text(request)
  const say = ({ status, body }: Answer) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  if (url.pathname === '/siteverify')
    return say({ status: 200, body: { success: true, hostname: 'localhost' } })
  if (url.pathname === '/confirm') {
    const { secret, card } = JSON.parse(body) as { secret: string; card: 'good' | 'bad' }
    return say(confirmCard(books, secret, card))
  }
  const happens = (what: keyof Trouble) => seed.is(at.trouble[what]) && ++troubles[what]
  if (happens('there')) return request.socket.destroy()
  if (happens('refused'))
    return say({ status: 500, body: { error: { type: 'api_error', message: 'trouble' } } })
  const answer = answerCall(books, {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(body),
    key: request.headers['idempotency-key'] as string | undefined,
  })
  if (happens('back')) return request.socket.destroy() // done, and the answer never arrives
  return say(answer)
}

const server = createServer((request, response) => void serve(request, response))
process.on('message', (told: CardsTold | 'how-far') => {
  if (told === 'how-far') process.send?.({ underWay: office.underWay(), troubles } satisfies CardsSay)
  else Object.assign(at, told)
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port } satisfies CardsSay),
)
