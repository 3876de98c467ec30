import { sql } from 'kysely'
import {
  changeIntent,
  intentOf,
  nowInSeconds,
  metadataOf,
  missing,
  newId,
  readIntent,
  refuse,
  type Answer,
  type SandboxContext,
  type SandboxIntent,
} from './sandbox-store.ts'
import { recordEvent } from './sandbox-events.ts'
import { chargeOf } from './sandbox-refunds.ts'

export async function createIntent(
  { tx, clock, random }: SandboxContext,
  form: URLSearchParams,
): Promise<Answer> {
  const amount = Number(form.get('amount'))
  if (!Number.isSafeInteger(amount) || amount < 50)
    return refuse(400, { code: 'amount_too_small', message: 'Amount must be at least 50 cents' })
  const id = newId(random, 'pi')
  const intent: SandboxIntent = {
    id,
    object: 'payment_intent',
    amount,
    amount_received: 0,
    currency: form.get('currency') ?? '',
    status: 'requires_payment_method',
    client_secret: `${id}_secret_${random.bytes(18).toString('hex')}`,
    created: nowInSeconds(clock),
    metadata: metadataOf(form),
    allowed_payment_method_types: [...form]
      .filter(([name]) => name.startsWith('allowed_payment_method_types['))
      .map(([, type]) => type),
    latest_charge: null,
    last_payment_error: null,
    next_action: null,
    livemode: false,
    refunds_end: null,
    ends: null,
  }
  await tx
    .insertInto('sandbox_card_intent')
    .values({ id, body: JSON.stringify(intent), created: intent.created })
    .execute()
  return { status: 200, body: intent }
}

export async function retrieveIntent(
  context: SandboxContext,
  id: string,
  query: URLSearchParams,
): Promise<Answer> {
  const intent = await readIntent(context, id)
  return intent ? { status: 200, body: await shown(context, intent, query) } : missing('payment_intent')
}

export async function cancelIntent(context: SandboxContext, id: string): Promise<Answer> {
  const intent = await readIntent(context, id)
  if (!intent) return missing('payment_intent')
  if (intent.status !== 'requires_payment_method' && intent.status !== 'requires_action')
    return refuse(400, {
      code: 'payment_intent_unexpected_state',
      message: `You cannot cancel this PaymentIntent because it has a status of ${intent.status}`,
    })
  const canceled = await changeIntent(context.tx, intent, { status: 'canceled', next_action: null })
  await recordEvent(context, 'payment_intent.canceled', canceled)
  return { status: 200, body: canceled }
}

/** Newest first, by pages, as the provider lists them. */
export async function listIntents(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  let found = context.tx
    .selectFrom('sandbox_card_intent')
    .select('body')
    .where('created', '>=', Number(query.get('created[gte]') ?? 0))
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const after = query.get('starting_after')
  if (after)
    found = found.where(
      sql<boolean>`(created, id) < (select created, id from sandbox_card_intent where id = ${after})`,
    )
  const rows = await found.execute()
  const page = rows.slice(0, limit).map(({ body }) => intentOf(context, body))
  const data: unknown[] = []
  for (const intent of page) data.push(await shown(context, intent, query))
  return {
    status: 200,
    body: { object: 'list', url: '/v1/payment_intents', has_more: rows.length > limit, data },
  }
}

/** Its charge is an id unless the caller asked for the whole. */
async function shown(
  context: SandboxContext,
  intent: SandboxIntent,
  query: URLSearchParams,
): Promise<Record<string, unknown>> {
  const isExpanded = [...query].some(
    ([name, value]) => name.startsWith('expand') && /^(data\.)?latest_charge(\.refunds)?$/.test(value),
  )
  return isExpanded && intent.latest_charge
    ? { ...intent, latest_charge: await chargeOf(context, intent) }
    : intent
}
