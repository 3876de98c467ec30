import { backOf, type CardBooks } from './card-books.ts'
import type { Intent, RefundState } from './card-entries.ts'
import { refuse, type Answer } from './card-keys.ts'
import type { AnsweredFailure } from './call-failures.ts'

/** A request as it came: `form` is the body of a POST. */
export type Asked = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  key?: string | undefined
  /** The state of a refund made by this call: some stay pending for days. */
  refundState?: RefundState
}
const missing = () => refuse(404, 'resource_missing')
const late = (status: string) => refuse(400, `payment_intent_unexpected_state: ${status}`)

/** The part of the provider's API that the server uses. */
export function answerCall(books: CardBooks, asked: Asked, failure?: AnsweredFailure): Answer {
  const { method, path, form, key } = asked
  if (method !== 'POST') return failure ? refuse(500, 'failure', 'api_error') : route(books, asked)
  if (failure === 'busy') return refuse(409, 'idempotency_key_in_use')
  return books.once(key, `${path} ${form.toString()}`, () => route(books, asked), failure)
}

function route(books: CardBooks, asked: Asked): Answer {
  const { method, path, query, form, key = '' } = asked
  const [, id, action = ''] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
  if (id) {
    const intent = books.intents.get(id)
    if (!intent) return missing()
    if (method === 'GET') return { status: 200, body: books.shown(intent, isExpanded(query)) }
    return action === 'cancel' ? cancel(books, intent) : missing()
  }
  if (path === '/v1/payment_intents') return method === 'GET' ? list(books, query) : make(books, form, key)
  if (path === '/v1/events' && method === 'GET') return listEvents(books, query)
  if (path === '/v1/disputes' && method === 'GET') return listDisputes(books, query)
  if (path !== '/v1/refunds') return missing()
  return method === 'POST' ? refund(books, asked) : listRefunds(books, query)
}

const isExpanded = (query: URLSearchParams) =>
  [...query].some(([name, value]) => name.startsWith('expand') && value.endsWith('latest_charge.refunds'))

function make(books: CardBooks, form: URLSearchParams, key: string): Answer {
  const amount = Number(form.get('amount'))
  if (!Number.isSafeInteger(amount) || amount < 50) return refuse(400, 'amount_too_small')
  const intent = books.make(amount, form.get('currency') ?? '', metadataOf(form), key)
  return { status: 200, body: books.shown(intent, false) }
}

const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const field = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return field ? [[field, value] as const] : []
    }),
  )

function cancel(books: CardBooks, intent: Intent): Answer {
  if (!isOpen(intent)) return late(intent.status)
  books.cancel(intent)
  return { status: 200, body: books.shown(intent, false) }
}

function refund(books: CardBooks, { form, key = '', refundState }: Asked): Answer {
  const intent = books.intents.get(form.get('payment_intent') ?? '')
  if (!intent) return missing()
  const left = intent.amount_received - backOf(intent)
  const cents = form.has('amount') ? Number(form.get('amount')) : left
  if (intent.disputes.some(({ status }) => status !== 'won')) return refuse(400, 'charge_disputed')
  if (left === 0) return refuse(400, 'charge_already_refunded')
  if (!(cents > 0 && cents <= left)) return refuse(400, 'amount_too_large')
  return { status: 200, body: books.refund(intent, cents, key, refundState, metadataOf(form)) }
}

/** All on one page, the newest first. */
function listDisputes(books: CardBooks, query: URLSearchParams): Answer {
  const since = Number(query.get('created[gte]') ?? 0)
  const of = query.get('payment_intent')
  const all = [...books.intents.values()].flatMap(({ disputes }) => disputes).reverse()
  const data = all.filter((one) => one.created >= since && (!of || one.payment_intent === of))
  return { status: 200, body: { object: 'list', url: '/v1/disputes', has_more: false, data } }
}

function listEvents(books: CardBooks, query: URLSearchParams): Answer {
  const types = [...query].flatMap(([name, type]) => (name.startsWith('types[') ? [type] : []))
  const wanted = books.eventsListed().filter(({ type }) => !types.length || types.includes(type))
  return pageOf('/v1/events', wanted, query, (event) => ({ ...event }))
}

function listRefunds(books: CardBooks, query: URLSearchParams): Answer {
  const of = query.get('payment_intent')
  return pageOf(
    '/v1/refunds',
    books.refunds.filter((one) => !of || one.payment_intent === of),
    query,
    (refund) => ({ ...refund }),
  )
}

const list = (books: CardBooks, query: URLSearchParams): Answer =>
  pageOf('/v1/payment_intents', [...books.intents.values()], query, (intent) =>
    books.shown(intent, isExpanded(query)),
  )

/** Newest first, by pages. */
function pageOf<One extends { id: string; created: number }>(
  url: string,
  all: One[],
  query: URLSearchParams,
  shown: (one: One) => Record<string, unknown>,
): Answer {
  const since = Number(query.get('created[gte]') ?? 0)
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const wanted = all.toReversed().filter(({ created }) => created >= since)
  const after = wanted.findIndex(({ id }) => id === query.get('starting_after')) + 1
  const data = wanted.slice(after, after + limit).map(shown)
  return { status: 200, body: { object: 'list', url, has_more: wanted.length > after + limit, data } }
}

/** The intent can still be paid. */
const isOpen = ({ status }: Intent) => status === 'requires_payment_method'

/** 'slow': the bank takes hours. 'more', 'less': another sum is charged. 'test': a test card of the provider. */
export type Card = 'good' | 'bad' | 'slow' | 'more' | 'less' | 'test'

/** Confirms a payment, as the browser does at the provider. */
export function confirmCard(books: CardBooks, secret: string, card: Card): Answer {
  const intent = books.intents.get(secret.split('_secret_')[0] ?? '')
  if (intent?.client_secret !== secret) return missing()
  if (!isOpen(intent)) return late(intent.status)
  if (card === 'bad') {
    books.decline(intent)
    return refuse(402, 'card_declined', 'card_error')
  }
  if (card === 'slow') books.process(intent)
  else {
    if (card === 'more') intent.amount += 100
    // Never zero: postage alone is less than a euro.
    if (card === 'less') intent.amount = Math.max(50, intent.amount - 100)
    if (card === 'test') intent.livemode = false
    books.pay(intent)
  }
  return { status: 200, body: books.shown(intent, false) }
}
