import { inSeconds, type Ms } from '@lacre/letter/days.ts'
import { sandboxBizum } from '@lacre/letter/price/payment-states.ts'
import { recordEvent } from './sandbox-events.ts'
import { declined, declineIntent, paidBy, type Confirmation } from './sandbox-outcomes.ts'
import {
  changeIntent,
  nowInSeconds,
  refuse,
  type Answer,
  type SandboxContext,
  type SandboxIntent,
} from './sandbox-store.ts'
import { testPhones } from './test-cards.ts'

const error = (code: string, message: string) => ({ type: 'invalid_request_error', code, message })
const refusedInApp = error('payment_method_customer_decline', 'El pago se ha rechazado en la app del banco.')
const expired = error(
  'payment_intent_payment_attempt_expired',
  'El pago con Bizum ha caducado sin que se aprobara. No se ha cobrado nada; puede intentarlo de nuevo.',
)

/** As with the provider: it is approved in the bank's app, and what nobody approves expires by the clock. */
export async function confirmBizum(
  context: SandboxContext,
  intent: SandboxIntent,
  phone: string | undefined,
  challenge: Confirmation['challenge'],
): Promise<Answer> {
  if (!intent.allowed_payment_method_types.includes('bizum'))
    return refuse(400, { message: 'This PaymentIntent does not take bizum' })
  const rule = testPhones[phone ?? '']
  if (!rule) return refuse(402, error('invalid_phone', 'Ese teléfono no es de las pruebas de Bizum.'))
  if (typeof rule === 'object') return declineIntent(context, intent, error(rule.code, rule.message))
  if (rule === 'late')
    return later(context, intent, { status: 'processing', next_action: null }, sandboxBizum.slowBank, {
      event: 'payment_intent.succeeded',
      change: paidBy(context, intent),
    })
  if (!challenge)
    return later(
      context,
      intent,
      { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } },
      sandboxBizum.approval,
      { event: 'payment_intent.payment_failed', change: declined(expired) },
    )
  if (intent.status !== 'requires_action') return refuse(402, expired)
  if (challenge === 'fail') return declineIntent(context, intent, refusedInApp)
  const paid = await changeIntent(context.tx, intent, paidBy(context, intent))
  await recordEvent(context, 'payment_intent.succeeded', paid)
  return { status: 200, body: paid }
}

/** What it is now, and what it becomes by itself, with the event that tells of it. */
async function later(
  context: SandboxContext,
  intent: SandboxIntent,
  now: Partial<SandboxIntent>,
  after: Ms,
  { event, change }: { event: string; change: Partial<SandboxIntent> },
): Promise<Answer> {
  const at = nowInSeconds(context.clock) + inSeconds(after)
  const body = await changeIntent(context.tx, intent, { ...now, ends: { at, change } })
  await recordEvent(context, event, { ...body, ...change }, at)
  return { status: 200, body }
}
