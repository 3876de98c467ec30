import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'
import {
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

type SandboxRefund = { id: string; amount: number; status: string; payment_intent: string }

const refundsOf = async (tx: Tx, intentId: string) => {
  const found = tx.selectFrom('sandbox_card_refund').select('body').where('intent_id', '=', intentId)
  return (await found.execute()).map(({ body }) => body as SandboxRefund)
}

/** The charge is not kept: it follows from the intent, its refunds and whether somebody disputed it. */
export async function chargeOf(tx: Tx, intent: SandboxIntent): Promise<Record<string, unknown>> {
  const refunded = (await refundsOf(tx, intent.id)).reduce((sum, { amount }) => sum + amount, 0)
  const dispute = await tx
    .selectFrom('sandbox_card_event')
    .select('id')
    .where(sql`body ->> 'type'`, '=', 'charge.dispute.created')
    .where(sql`body -> 'data' -> 'object' ->> 'charge'`, '=', intent.latest_charge)
    .executeTakeFirst()
  return {
    id: intent.latest_charge,
    object: 'charge',
    amount: intent.amount_received,
    amount_refunded: refunded,
    refunded: refunded === intent.amount_received,
    disputed: dispute !== undefined,
    payment_intent: intent.id,
  }
}

export async function createRefund(context: SandboxContext, form: URLSearchParams): Promise<Answer> {
  const { tx, clock, random } = context
  const intent = await readIntent(tx, form.get('payment_intent') ?? '')
  if (!intent) return missing('payment_intent')
  if (intent.status !== 'succeeded')
    return refuse(400, { code: 'charge_not_captured', message: 'This PaymentIntent has no charge to refund' })
  const before = (await refundsOf(tx, intent.id)).reduce((sum, { amount }) => sum + amount, 0)
  const left = intent.amount_received - before
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
  await recordEvent(context, 'charge.refunded', await chargeOf(tx, intent))
  return { status: 200, body: refund }
}
