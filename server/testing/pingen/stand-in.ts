import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { refusal, type Answer, type Books } from './books.ts'
import { callOf, type Asked } from './desk.ts'
import { randomFaults, type Call, type CallFault, type FaultRates, type Faults } from './faults.ts'
import { openLedger } from './ledger.ts'
import { advance } from './progress.ts'
import { createTell, type Webhook } from './tell.ts'

export const organisation = '7f1a7a52-4a9e-4d0f-9a7e-0c1f6d1b2e33'

export type PingenStandInOptions = {
  /** The file it writes what it did into, append-only (pingen/ledger.ts). */
  ledger: string
  port?: number
  faults?: Faults
  webhook?: Webhook
  /** Every letter goes a step further each so many milliseconds. Without it only `advance` moves them. */
  everyMs?: number
  /** A test's own clock; `pass` moves it on top of that. */
  now?: () => Date
  /** How long a `slow` answer takes, unless whoever asked gives up before; then it is done all the same. */
  slowMs?: number
  /** Pauses before an event is told again. */
  retriesMs?: number[]
  /** How much later a late event is told. */
  lateMs?: number
}

/**
 * Pingen as far as the house knows it, with state: tokens, uploads, letters that go from draft to the post, keys kept for
 * 24 hours, signed events, and every kind of trouble. Over real HTTP, with a ledger of its own.
 * Besides their calls: `POST /stand-in/advance`, `POST /stand-in/pass {ms}`, `POST /stand-in/faults {seed, rates}`,
 * `POST /stand-in/webhook {url, key}`, `GET /stand-in/letters`.
 */
export async function openPingen(options: PingenStandInOptions) {
  const { now: clock = () => new Date(), slowMs = 25_000 } = options
  let passed = 0
  const now = () => new Date(clock().getTime() + passed)
  const ledger = openLedger(options.ledger)
  const faults: Faults = { ...options.faults }
  const address = {
    webhook: options.webhook,
    organisation,
    ledger,
    now,
    ...(options.lateMs && { lateMs: options.lateMs }),
    ...(options.retriesMs && { retriesMs: options.retriesMs }),
  }
  const events = createTell(address, faults)
  const books: Books = {
    tokens: new Map(),
    uploads: new Map(),
    letters: [],
    keys: new Map(),
    ledger,
    faults,
    now,
    tell: (letter, kind, reason) => events.tell(letter, kind, reason),
  }
  let moving = Promise.resolve()
  const move = () => (moving = moving.then(() => advance(books)))

  async function control(path: string, body: Buffer): Promise<Answer> {
    const told = (body.length ? JSON.parse(body.toString()) : {}) as {
      ms?: number
      seed?: number
      rates?: FaultRates
    } & Partial<Webhook>
    if (path === '/stand-in/advance') await move()
    else if (path === '/stand-in/pass') passed += told.ms ?? 0
    else if (path === '/stand-in/faults')
      Object.assign(faults, randomFaults(told.seed ?? 1, told.rates ?? {}))
    else if (path === '/stand-in/webhook') address.webhook = { url: told.url ?? '', key: told.key ?? '' }
    const letters = books.letters.map(({ id, reference, status, sha256 }) => ({
      id,
      reference,
      status,
      sha256,
    }))
    return { status: 200, body: { letters } }
  }

  async function serve(request: IncomingMessage, response: ServerResponse) {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const asked: Asked = {
      method: request.method ?? '',
      url: new URL(request.url ?? '/', `http://${request.headers.host}`),
      body: Buffer.concat(pieces),
      bearer: request.headers.authorization?.replace(/^Bearer /, ''),
      key: request.headers['idempotency-key'] as string | undefined,
    }
    if (asked.url.pathname.startsWith('/stand-in/'))
      return send(response, await control(asked.url.pathname, asked.body))
    const [call, work] = callOf(asked, organisation) ?? []
    if (!call || !work) return send(response, refusal(404, 'resource_not_found'))
    const needsToken = call !== 'token' && call !== 'upload'
    if (needsToken && (books.tokens.get(asked.bearer ?? '') ?? 0) <= now().getTime())
      return send(response, refusal(401, 'unauthenticated'))
    return carryOut(response, call, () => work(books))
  }

  async function carryOut(response: ServerResponse, call: Call, work: () => Promise<Answer>) {
    const fault = faults.call?.(call)
    if (fault === 'slow') await Promise.race([pause(slowMs), goneFrom(response)])
    const early = fault && insteadOf[fault]
    if (early) return send(response, early)
    if (fault === 'lost-before') return response.destroy()
    const answer = await work()
    if (fault === 'lost-after') return response.destroy()
    if (fault === 'broken-after') return send(response, refusal(500, 'internal_error'))
    if (fault === 'garbled') return response.writeHead(answer.status).end('<html>')
    return send(response, answer)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.writeHead(500).end())
  })
  await new Promise<void>((ready) => server.listen(options.port ?? 0, '127.0.0.1', ready))
  const timer = options.everyMs && setInterval(() => void move(), options.everyMs)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    authUrl: url,
    faults,
    letters: books.letters,
    advance: move,
    pass: (ms: number) => void (passed += ms),
    sendTo: (webhook: Webhook) => void (address.webhook = webhook),
    settled: () => events.settled(),
    async close() {
      if (timer) clearInterval(timer)
      await moving
      await events.close()
      server.closeAllConnections()
      await new Promise<void>((closed) => server.close(() => closed()))
      ledger.close()
    },
  }
}

const goneFrom = (response: ServerResponse) => new Promise<void>((gone) => response.once('close', gone))

/** What is answered without anything being done. */
const insteadOf: Partial<Record<CallFault, Answer>> = {
  'too-many': { ...refusal(429, 'too_many_requests'), headers: { 'retry-after': '1' } },
  broken: refusal(500, 'internal_error'),
  'in-flight': refusal(409, 'idempotency_in_flight'),
  'token-refused': refusal(401, 'unauthenticated'),
}

function send(response: ServerResponse, { status, body, headers }: Answer) {
  response.writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
