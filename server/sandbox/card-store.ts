import type { Db, Tx } from '../database/tables.ts'
import type { Clock, Random } from '../outside/clock.ts'
import { days, inSeconds } from '@lacre/letter/days.ts'
import { type RawBuilder, sql } from 'kysely'
import type Stripe from 'stripe'

/** The stand-in keeps its own books in `sandbox_card_*`, in its own transactions. */
export type SandboxDeps = { db: Db; clock: Clock; random: Random }
/** One request being answered. */
export type SandboxContext = Omit<SandboxDeps, 'db'> & { tx: Tx }

export type Answer = { status: number; body: Record<string, unknown> }

type IntentStatus = 'requires_payment_method' | 'requires_action' | 'processing' | 'succeeded' | 'canceled'
/** The provider's own names, which the SDK reads. */
export type SandboxIntent = {
  id: string
  object: 'payment_intent'
  amount: number
  amount_received: number
  currency: string
  status: IntentStatus
  client_secret: string
  created: number
  metadata: Record<string, string>
  allowed_payment_method_types: string[]
  latest_charge: string | null
  last_payment_error: Record<string, string> | null
  next_action: { type: string } | null
  livemode: false
  /** Not the provider's: its scheduled change, unless another comes first. */
  ends: { at: number; change: Partial<SandboxIntent> } | null
}

export const newId = (random: Random, prefix: string) => `${prefix}_${random.bytes(12).toString('hex')}`
export const nowInSeconds = (clock: Clock) => Math.floor(clock.now().getTime() / 1000)

export const refuse = (status: number, error: Record<string, unknown>): Answer => ({
  status,
  body: { error: { type: 'invalid_request_error', ...error } },
})
export const missing = (what: string) => refuse(404, { code: 'resource_missing', message: `No such ${what}` })

export const listOf = (data: object[], has_more = false) => ({ object: 'list', has_more, data })

/** A page as the provider lists it, newest first; `all` gives (id, created, body). */
export async function pageOf({ tx }: SandboxContext, all: RawBuilder<unknown>, query: URLSearchParams) {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const after = query.get('starting_after')
  const { rows } = await sql<{ body: Record<string, unknown> }>`
    select body from (${all}) as listed where created >= ${Number(query.get('created[gte]') ?? 0)}
      ${after ? sql`and (created, id) < (select created, id from (${all}) as last where id = ${after})` : sql``}
    order by created desc, id desc limit ${limit + 1}`.execute(tx)
  const data = rows.slice(0, limit).map(({ body }) => body)
  return { status: 200, body: listOf(data, rows.length > limit) }
}

/** `metadata[letter_id]=…` as an object. */
export const metadataOf = (form: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const key = /^metadata\[(.+)\]$/.exec(name)?.[1]
      return key ? [[key, value]] : []
    }),
  )

/** Applies the scheduled change if it is due. */
export const intentOf = ({ clock }: Pick<SandboxContext, 'clock'>, body: unknown): SandboxIntent => {
  const intent = body as SandboxIntent
  return intent.ends && intent.ends.at <= nowInSeconds(clock)
    ? { ...intent, ...intent.ends.change, ends: null }
    : intent
}

export async function readIntent(context: SandboxContext, id: string): Promise<SandboxIntent | undefined> {
  const row = await context.tx
    .selectFrom('sandbox_card_intent')
    .select('body')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && intentOf(context, row.body)
}

export async function changeIntent(tx: Tx, intent: SandboxIntent, change: Partial<SandboxIntent>) {
  const changed = { ...intent, ends: null, ...change }
  await tx
    .updateTable('sandbox_card_intent')
    .set({ body: JSON.stringify(changed) })
    .where('id', '=', intent.id)
    .execute()
  return changed
}

export type Decline = { code: string; decline_code?: string; message: string }

/** Stripe's test numbers. `asks`: for authentication first; `disputed`: paid, then disputed at once. */
type Rule = 'pays' | 'asks' | 'disputed'
export const testCards: Record<string, Rule | Decline> = {
  '4242424242424242': 'pays',
  '5555555555554444': 'pays',
  '4000002500003155': 'asks',
  '4000002760003184': 'asks',
  '4000000000000259': 'disputed',
  '4000000000000002': {
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Su tarjeta ha sido rechazada.',
  },
  '4000000000009995': {
    code: 'card_declined',
    decline_code: 'insufficient_funds',
    message: 'Su tarjeta no tiene fondos suficientes.',
  },
  '4000000000000069': { code: 'expired_card', message: 'Su tarjeta ha caducado.' },
  '4000000000000127': { code: 'incorrect_cvc', message: 'El código de seguridad no es correcto.' },
  '4000000000000119': {
    code: 'processing_error',
    message: 'Se ha producido un error al procesar la tarjeta. Inténtelo de nuevo.',
  },
}

/** Only in the sandbox. `asks`: approved, refused or left to expire; `late`: approved after a while. */
export const testPhones: Record<string, 'asks' | 'late' | Decline> = {
  '600000001': 'asks',
  '600000002': 'late',
  '600000003': {
    code: 'payment_method_provider_decline',
    message: 'Ese teléfono no tiene Bizum, o su banco no lo permite. Elija otra forma de pago.',
  },
}

/** `at`: in the future for a scheduled event. */
export async function recordEvent(
  { tx, clock, random }: SandboxContext,
  type: string,
  object: object,
  at = nowInSeconds(clock),
) {
  const event = {
    id: newId(random, 'evt'),
    object: 'event',
    type,
    created: at,
    livemode: false,
    data: { object },
  }
  await tx
    .insertInto('sandbox_card_event')
    .values({ id: event.id, body: JSON.stringify(event), created: event.created })
    .execute()
}

/** Events that are due, newest first, delivered or not. */
export function listEvents(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  const types = [...query].flatMap(([name, type]) => (name.startsWith('types[') ? [type] : []))
  const wanted = types.length ? sql`and body ->> 'type' = any(${types}::text[])` : sql``
  const all = sql`select id, created, body from sandbox_card_event where created <= ${nowInSeconds(context.clock)} ${wanted}`
  return pageOf(context, all, query)
}

/** Posts a signed event to our own webhook; answers its status. */
export type PostEvent = (body: string, signature: string) => Promise<number>

/** Delivers each event until its 2xx, for three days; two nodes may deliver it twice. Answers how many arrived. */
export async function deliverSandboxEvents(
  { db, clock }: Pick<SandboxDeps, 'db' | 'clock'>,
  { webhooks, secret, post }: { webhooks: Stripe['webhooks']; secret: string; post: PostEvent },
): Promise<number> {
  const waiting = await db
    .selectFrom('sandbox_card_event')
    .select(['id', 'body'])
    .where('delivered_at', 'is', null)
    .where('created', '>=', nowInSeconds(clock) - inSeconds(days(3)))
    .where('created', '<=', nowInSeconds(clock))
    .orderBy('created')
    .orderBy('id')
    .limit(100)
    .execute()
  let delivered = 0
  for (const { id, body } of waiting) {
    const payload = JSON.stringify(body)
    const timestamp = nowInSeconds(clock)
    const status = await post(payload, webhooks.generateTestHeaderString({ payload, secret, timestamp }))
    if (status < 200 || status > 299) continue
    delivered++
    await db
      .updateTable('sandbox_card_event')
      .set({ delivered_at: clock.now() })
      .where('id', '=', id)
      .execute()
  }
  return delivered
}
