import { sql } from 'kysely'
import { cancelIntent, createIntent, listIntents, retrieveIntent } from './cards-sandbox-intents.ts'
import { confirmIntent, type Confirmation } from './cards-sandbox-confirm.ts'
import { listEvents } from './cards-sandbox-events.ts'
import { createRefund, listRefunds } from './cards-sandbox-refunds.ts'
import { newId, refuse, type Answer, type Books, type Desk } from './cards-sandbox-books.ts'

export type CardSandbox = {
  /** Everything the SDK would say to the provider's servers. */
  fetch: typeof globalThis.fetch
  /** What the browser would say to them. */
  confirm(confirmation: Confirmation): Promise<Answer>
}

type Asked = { method: string; path: string; query: URLSearchParams; form: URLSearchParams }

/**
 * A stand-in for the card provider that keeps state, idempotency keys and events, as no public emulator does
 * (decision page "Stripe's SDK, and a sandbox behind it"). It never exists beside a real key.
 */
export function createCardSandbox(books: Books): CardSandbox {
  const atDesk = (work: (desk: Desk) => Promise<Answer>) =>
    books.db.transaction().execute((tx) => work({ ...books, tx }))
  return {
    confirm: (confirmation) => atDesk((desk) => confirmIntent(desk, confirmation)),
    async fetch(input, init) {
      const url = new URL(input instanceof Request ? input.url : input)
      const headers = new Headers(init?.headers)
      const request = {
        method: init?.method ?? 'GET',
        path: url.pathname,
        query: url.searchParams,
        form: new URLSearchParams(typeof init?.body === 'string' ? init.body : ''),
      }
      const key = request.method === 'POST' ? headers.get('idempotency-key') : null
      const { status, body } = await atDesk((desk) => (key ? once(desk, key, request) : route(desk, request)))
      return Response.json(body, { status, headers: { 'request-id': newId(books.chance, 'req') } })
    },
  }
}

/** The first answer to a key is the answer to it; other parameters under the same key are a mistake. */
async function once(desk: Desk, key: string, request: Asked): Promise<Answer> {
  const asked = `${request.method} ${request.path} ${request.form.toString()}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(desk.tx)
  const given = await desk.tx
    .selectFrom('sandbox_card_answer')
    .selectAll()
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  if (given && given.request !== asked)
    return refuse(400, {
      type: 'idempotency_error',
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with.',
    })
  if (given) return { status: given.status, body: given.body }
  const answer = await route(desk, request)
  await desk.tx
    .insertInto('sandbox_card_answer')
    .values({
      idempotency_key: key,
      request: asked,
      status: answer.status,
      body: JSON.stringify(answer.body),
    })
    .execute()
  return answer
}

function route(desk: Desk, { method, path, query, form }: Asked): Promise<Answer> {
  const [, id = '', deed = ''] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
  const call = id ? `${method} /v1/payment_intents/{id}${deed && `/${deed}`}` : `${method} ${path}`
  const calls: Record<string, () => Promise<Answer>> = {
    'POST /v1/payment_intents': () => createIntent(desk, form),
    'GET /v1/payment_intents': () => listIntents(desk, query),
    'GET /v1/payment_intents/{id}': () => retrieveIntent(desk, id, query),
    'POST /v1/payment_intents/{id}/cancel': () => cancelIntent(desk, id),
    'POST /v1/refunds': () => createRefund(desk, form),
    'GET /v1/refunds': () => listRefunds(desk, query),
    'GET /v1/events': () => listEvents(desk, query),
  }
  return calls[call]?.() ?? Promise.resolve(refuse(404, { message: `Unrecognized request URL (${call})` }))
}
