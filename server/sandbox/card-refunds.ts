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

/** The newest first; of one intent, or of all. */
async function refundsOf({ tx }: SandboxContext, intentId?: string): Promise<SandboxRefund[]> {
  const found = await tx
    .selectFrom('sandbox_card_refund')
    .select('body')
    .$if(intentId !== undefined, (query) => query.where('intent_id', '=', intentId ?? ''))
    .orderBy(sql`body -> 'created'`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ body }) => body as SandboxRefund)
}

const isBack = ({ status }: SandboxRefund) => status === 'pending' || status === 'succeeded'
const sumOf = (refunds: SandboxRefund[]) =>
  refunds.filter(isBack).reduce((sum, { amount }) => sum + amount, 0)

/** The charge is not kept: it follows from the intent, its refunds and whether somebody disputed it. */
export async function chargeOf(
  context: SandboxContext,
  intent: SandboxIntent,
): Promise<Record<string, unknown>> {
  const refunds = await refundsOf(context, intent.id)
  const refunded = sumOf(refunds)
  const disputes = await disputesOf(context, intent.id)
  return {
    id: intent.latest_charge,
    object: 'charge',
    amount: intent.amount_received,
    amount_refunded: refunded,
    refunded: refunded === intent.amount_received,
    refunds: listOf(refunds.slice(0, 10), refunds.length > 10),
    disputed: disputes.length > 0,
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

export async function listRefunds(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  return pageOf(await refundsOf(context, query.get('payment_intent') ?? undefined), query)
}

type SandboxDispute = {
  id: string
  object: 'dispute'
  amount: number
  currency: string
  charge: string
  payment_intent: string
  status: string
  created: number
}

/** They are not kept: the last event about each shows it. Of one intent, or of all, the newest first. */
async function disputesOf({ tx }: SandboxContext, intentId?: string): Promise<SandboxDispute[]> {
  const { rows } = await sql<{ dispute: SandboxDispute }>`
    select distinct on (dispute ->> 'id') dispute from (
      select body -> 'data' -> 'object' as dispute, created, body ->> 'type' as type from sandbox_card_event
      where body ->> 'type' like 'charge.dispute.%') as events
    where ${intentId ?? null}::text is null or dispute ->> 'payment_intent' = ${intentId ?? null}
    order by dispute ->> 'id', created desc, type = 'charge.dispute.closed' desc`.execute(tx)
  return rows.map(({ dispute }) => dispute).toSorted((one, other) => other.created - one.created)
}

/** Its owner complains. */
export async function openDispute(context: SandboxContext, intent: SandboxIntent): Promise<void> {
  const { amount, currency, latest_charge: charge, id: payment_intent } = intent
  const status = 'needs_response'
  const about = { amount, currency, charge, payment_intent, status, created: nowInSeconds(context.clock) }
  const dispute = { id: newId(context.random, 'dp'), object: 'dispute', ...about }
  await recordEvent(context, 'charge.dispute.created', dispute)
}

export async function listDisputes(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  return pageOf(await disputesOf(context, query.get('payment_intent') ?? undefined), query)
}
