import { sql } from 'kysely'
import {
  recordEvent,
  type Answer,
  listOf,
  metadataOf,
  missing,
  newId,
  nowInSeconds,
  pageOf,
  readIntent,
  refuse,
  type SandboxContext,
  type SandboxIntent,
} from './card-store.ts'

type SandboxRefund = {
  id: string
  amount: number
  status: string
  payment_intent: string
  created: number
}

async function refundsOf({ tx }: SandboxContext, intentId: string): Promise<SandboxRefund[]> {
  const found = await tx
    .selectFrom('sandbox_card_refund')
    .select('body')
    .where('intent_id', '=', intentId)
    .orderBy(sql`body -> 'created'`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ body }) => body as SandboxRefund)
}

const isBack = ({ status }: SandboxRefund) => status === 'pending' || status === 'succeeded'
const sumOf = (refunds: SandboxRefund[]) =>
  refunds.filter(isBack).reduce((sum, { amount }) => sum + amount, 0)

/** The charge is not stored: it follows from the intent, its refunds and disputes. */
export async function chargeOf(
  context: SandboxContext,
  intent: SandboxIntent,
): Promise<Record<string, unknown>> {
  const refunds = await refundsOf(context, intent.id)
  const refunded = sumOf(refunds)
  const { body: disputes } = await listDisputes(context, new URLSearchParams({ payment_intent: intent.id }))
  return {
    id: intent.latest_charge,
    object: 'charge',
    amount: intent.amount_received,
    amount_refunded: refunded,
    refunded: refunded === intent.amount_received,
    refunds: listOf(refunds.slice(0, 10), refunds.length > 10),
    disputed: disputes.data.length > 0,
    payment_intent: intent.id,
  }
}

export async function createRefund(context: SandboxContext, form: URLSearchParams): Promise<Answer> {
  const { tx, clock, random } = context
  const intent = await readIntent(context, form.get('payment_intent') ?? '')
  if (!intent) return missing('payment_intent')
  if (intent.status !== 'succeeded')
    return refuse(400, { code: 'charge_not_captured', message: 'This PaymentIntent has no charge to refund' })
  const left = intent.amount_received - sumOf(await refundsOf(context, intent.id))
  const amount = form.has('amount') ? Number(form.get('amount')) : left
  if (left === 0)
    return refuse(400, { code: 'charge_already_refunded', message: 'Charge has already been refunded.' })
  if (!(amount > 0 && amount <= left))
    return refuse(400, { code: 'amount_too_large', message: 'Refund amount is greater than what is left' })
  const refund = {
    id: newId(random, 're'),
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    charge: intent.latest_charge,
    status: 'succeeded',
    created: nowInSeconds(clock),
    metadata: metadataOf(form),
  }
  await tx
    .insertInto('sandbox_card_refund')
    .values({ id: refund.id, intent_id: intent.id, body: JSON.stringify(refund) })
    .execute()
  await recordEvent(context, 'charge.refunded', await chargeOf(context, intent))
  return { status: 200, body: refund }
}

export function listRefunds(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  const intentId = query.get('payment_intent')
  const own = intentId ? sql`where intent_id = ${intentId}` : sql``
  const all = sql`select id, (body ->> 'created')::bigint as created, body from sandbox_card_refund ${own}`
  return pageOf(context, all, query)
}

/** Disputes are not stored: the last event of each shows it. For one intent, or for all. */
export function listDisputes(context: SandboxContext, query: URLSearchParams) {
  const intentId = query.get('payment_intent')
  const own = intentId ? sql`and body -> 'data' -> 'object' ->> 'payment_intent' = ${intentId}` : sql``
  const all = sql`
    select distinct on (id) dispute ->> 'id' as id, (dispute ->> 'created')::bigint as created, dispute as body
    from sandbox_card_event, lateral (select body -> 'data' -> 'object' as dispute) as about
    where body ->> 'type' like 'charge.dispute.%' ${own}
    order by id, sandbox_card_event.created desc, body ->> 'type' = 'charge.dispute.closed' desc`
  return pageOf(context, all, query)
}

/** The cardholder disputes the charge. */
export async function openDispute(context: SandboxContext, intent: SandboxIntent): Promise<void> {
  const { amount, currency, latest_charge: charge, id: payment_intent } = intent
  const status = 'needs_response'
  const about = { amount, currency, charge, payment_intent, status, created: nowInSeconds(context.clock) }
  const dispute = { id: newId(context.random, 'dp'), object: 'dispute', ...about }
  await recordEvent(context, 'charge.dispute.created', dispute)
}
