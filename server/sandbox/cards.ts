import { sql } from 'kysely'
import {
  cancelIntent,
  createIntent,
  listIntents,
  retrieveIntent,
  confirmIntent,
  type Confirmation,
} from './card-intents.ts'
import { listDisputes, createRefund, listRefunds } from './card-refunds.ts'
import {
  listEvents,
  newId,
  refuse,
  type Answer,
  type SandboxDeps,
  type SandboxContext,
} from './card-store.ts'

export type CardSandbox = {
  /** The SDK's requests to the provider. */
  fetch: typeof globalThis.fetch
  /** The browser's requests to the provider. */
  confirm(confirmation: Confirmation): Promise<Answer>
}

type Asked = { method: string; path: string; query: URLSearchParams; form: URLSearchParams }

/**
 * A stand-in for the card provider with state, idempotency keys and events, which no public emulator has (decision page
 * "Stripe's SDK, and a sandbox behind it"). Never used with a real key.
 */
export function createCardSandbox(deps: SandboxDeps): CardSandbox {
  const inTransaction = (work: (context: SandboxContext) => Promise<Answer>) =>
    deps.db.transaction().execute((tx) => work({ ...deps, tx }))
  return {
    confirm: (confirmation) => inTransaction((context) => confirmIntent(context, confirmation)),
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
      const { status, body } = await inTransaction((context) =>
        key ? once(context, key, request) : route(context, request),
      )
      return Response.json(body, { status, headers: { 'request-id': newId(deps.random, 'req') } })
    },
  }
}

/** Replays the first answer to a key; refuses other parameters, or a running request. */
async function once(context: SandboxContext, key: string, request: Asked): Promise<Answer> {
  const asked = `${request.method} ${request.path} ${request.form.toString()}`
  const { rows } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as mine`.execute(context.tx)
  if (!rows[0]?.mine)
    return refuse(409, { code: 'idempotency_key_in_use', message: 'In use by another request.' })
  const given = await context.tx
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
  const answer = await route(context, request)
  await context.tx
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

function route(context: SandboxContext, { method, path, query, form }: Asked): Promise<Answer> {
  const [, id = '', action = ''] = /^\/v1\/payment_intents\/(\w+)(?:\/(\w+))?$/.exec(path) ?? []
  const call = `${method} ${id ? `/v1/payment_intents/{id}${action && `/${action}`}` : path}`
  const calls: Record<string, () => Promise<Answer>> = {
    'POST /v1/payment_intents': () => createIntent(context, form),
    'GET /v1/payment_intents': () => listIntents(context, query),
    'GET /v1/payment_intents/{id}': () => retrieveIntent(context, id, query),
    'POST /v1/payment_intents/{id}/cancel': () => cancelIntent(context, id),
    'POST /v1/refunds': () => createRefund(context, form),
    'GET /v1/events': () => listEvents(context, query),
    'GET /v1/refunds': () => listRefunds(context, query),
    'GET /v1/disputes': () => listDisputes(context, query),
  }
  return calls[call]?.() ?? Promise.resolve(refuse(404, { message: `Unrecognized request URL (${call})` }))
}
