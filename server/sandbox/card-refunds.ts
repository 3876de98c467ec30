import { days, hours, inSeconds } from '@lacre/letter/days.ts'
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

/** `ends`: what it becomes by itself, and when. */
type SandboxRefund = {
  id: string
  amount: number
  status: string
  payment_intent: string
  created: number
  ends: { status: string; at: number; event: string } | null
}

/** As they are by now, the newest first; of one intent, or of all. */
async function refundsOf({ tx, clock }: SandboxContext, intentId?: string): Promise<SandboxRefund[]> {
  const found = await tx
    .selectFrom('sandbox_card_refund')
    .select('body')
    .$if(intentId !== undefined, (query) => query.where('intent_id', '=', intentId ?? ''))
    .orderBy(sql`body -> 'created'`, 'desc')
    .orderBy('id', 'desc')
    .execute()
  return found.map(({ body }) => {
    const refund = body as SandboxRefund
    const { ends } = refund
    return ends && ends.at <= nowInSeconds(clock) ? { ...refund, status: ends.status } : refund
  })
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

/** What its card makes of a refund: at once what it is now, and what it becomes. */
const endings = {
  'refund-late': { status: 'pending', ends: 'succeeded', after: hours(1), event: 'refund.updated' },
  'refund-fails': { status: 'succeeded', ends: 'failed', after: days(2), event: 'refund.failed' },
} as const

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
  const created = nowInSeconds(clock)
  const ending = intent.refunds_end && endings[intent.refunds_end]
  const refund = {
    id: newId(random, 're'),
    object: 'refund',
    amount,
    currency: intent.currency,
    payment_intent: intent.id,
    charge: intent.latest_charge,
    status: ending?.status ?? 'succeeded',
    created,
    metadata: metadataOf(form),
    ends: ending && { status: ending.ends, at: created + inSeconds(ending.after), event: ending.event },
  }
  await tx
    .insertInto('sandbox_card_refund')
    .values({ id: refund.id, intent_id: intent.id, body: JSON.stringify(refund) })
    .execute()
  await recordEvent(context, 'charge.refunded', await chargeOf(context, intent))
  if (refund.ends)
    await recordEvent(context, refund.ends.event, { ...refund, status: refund.ends.status }, refund.ends.at)
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
export async function openDispute(
  context: SandboxContext,
  intent: SandboxIntent,
  status: string,
): Promise<void> {
  const { amount, currency, latest_charge: charge, id: payment_intent } = intent
  const about = { amount, currency, charge, payment_intent, status, created: nowInSeconds(context.clock) }
  const dispute = { id: newId(context.random, 'dp'), object: 'dispute', ...about }
  await recordEvent(context, 'charge.dispute.created', dispute)
}

export async function listDisputes(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  return pageOf(await disputesOf(context, query.get('payment_intent') ?? undefined), query)
}

/** As the provider's own test mode decides it: by what the evidence says. */
const decisions: Record<string, string> = { winning_evidence: 'won', losing_evidence: 'lost' }

export async function answerDispute(
  context: SandboxContext,
  id: string,
  form: URLSearchParams,
): Promise<Answer> {
  const dispute = (await disputesOf(context)).find((one) => one.id === id)
  if (!dispute) return missing('dispute')
  const decided = decisions[form.get('evidence[uncategorized_text]') ?? '']
  if (!decided) return refuse(400, { message: 'Only winning_evidence and losing_evidence decide here' })
  const isInquiry = dispute.status.startsWith('warning_')
  const status = isInquiry && decided === 'won' ? 'warning_closed' : decided
  await recordEvent(context, 'charge.dispute.closed', { ...dispute, status })
  return { status: 200, body: { ...dispute, status } }
}
