import { sql } from 'kysely'
import {
  missing,
  newId,
  nowInSeconds,
  pageOf,
  refuse,
  type Answer,
  type SandboxContext,
  type SandboxIntent,
} from './sandbox-store.ts'
import { recordEvent } from './sandbox-events.ts'

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
export async function disputesOf({ tx }: SandboxContext, intentId?: string): Promise<SandboxDispute[]> {
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
