import { spanishMobile } from '@lacre/letter/price/payment-states.ts'
import {
  changeIntent,
  missing,
  readIntent,
  refuse,
  type Answer,
  type SandboxContext,
  type SandboxIntent,
} from './sandbox-store.ts'
import { confirmBizum } from './sandbox-bizum.ts'
import { openDispute } from './sandbox-disputes.ts'
import { recordEvent } from './sandbox-events.ts'
import { declineIntent, paidBy, type Confirmation } from './sandbox-outcomes.ts'
import { testCards, type Decline } from './test-cards.ts'

const notAuthenticated: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'No hemos podido autenticar su método de pago. Elija otro método e inténtelo de nuevo.',
}
const over = {
  succeeded: 'Este pago ya se ha completado.',
  processing: 'Este pago se está procesando.',
  canceled: 'Este pago se ha cancelado.',
}

/** The browser's confirm-payment call: 200 with the intent, 402 with the refusal in Spanish. */
export async function confirmIntent(
  context: SandboxContext,
  { client_secret, card, phone, challenge }: Confirmation,
): Promise<Answer> {
  const intent = await readIntent(context, client_secret.split('_secret_')[0] ?? '')
  if (intent?.client_secret !== client_secret) return missing('payment_intent')
  const { status } = intent
  if (status !== 'requires_payment_method' && status !== 'requires_action')
    return refuse(400, {
      code: 'payment_intent_unexpected_state',
      message: over[status],
      payment_intent: { id: intent.id, object: intent.object, status },
    })
  return phone === undefined
    ? confirmCard(context, intent, card ?? '', challenge)
    : confirmBizum(context, intent, spanishMobile(phone), challenge)
}

async function confirmCard(
  context: SandboxContext,
  intent: SandboxIntent,
  card: string,
  challenge: Confirmation['challenge'],
): Promise<Answer> {
  const rule = testCards[card.replace(/\D/g, '')]
  if (!rule)
    return refuse(402, {
      type: 'card_error',
      code: 'incorrect_number',
      message: 'El número de tarjeta no es válido.',
    })
  if (rule === 'asks' && !challenge) {
    const asking = { status: 'requires_action', next_action: { type: 'use_stripe_sdk' } } as const
    return { status: 200, body: await changeIntent(context.tx, intent, asking) }
  }
  const decline =
    rule === 'asks' ? challenge === 'fail' && notAuthenticated : typeof rule === 'object' && rule
  if (decline) return declineIntent(context, intent, { type: 'card_error', ...decline })
  const paid = await changeIntent(context.tx, intent, {
    ...paidBy(context, intent),
    refunds_end: rule === 'refund-late' || rule === 'refund-fails' ? rule : null,
  })
  await recordEvent(context, 'payment_intent.succeeded', paid)
  if (rule === 'disputed') await openDispute(context, paid, 'needs_response')
  if (rule === 'inquired') await openDispute(context, paid, 'warning_needs_response')
  return { status: 200, body: paid }
}
