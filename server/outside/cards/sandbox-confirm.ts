import {
  changeIntent,
  missing,
  newId,
  readIntent,
  refuse,
  type Answer,
  type SandboxContext,
} from './sandbox-store.ts'
import { openDispute } from './sandbox-disputes.ts'
import { recordEvent } from './sandbox-events.ts'
import { testCards, type Decline } from './test-cards.ts'

/** What the browser sends instead of the provider's own form. `challenge` answers a card that asks for authentication. */
export type Confirmation = { client_secret: string; card: string; challenge?: 'pass' | 'fail' | undefined }

const notAuthenticated: Decline = {
  code: 'payment_intent_authentication_failure',
  message: 'No hemos podido autenticar su método de pago. Elija otro método e inténtelo de nuevo.',
}

/** The browser's confirm-payment call: 200 with the intent, 402 with the card's refusal in Spanish. */
export async function confirmIntent(
  context: SandboxContext,
  { client_secret, card, challenge }: Confirmation,
): Promise<Answer> {
  const intent = await readIntent(context.tx, client_secret.split('_secret_')[0] ?? '')
  if (intent?.client_secret !== client_secret) return missing('payment_intent')
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    return refuse(400, {
      code: 'payment_intent_unexpected_state',
      message:
        intent.status === 'succeeded' ? 'Este pago ya se ha completado.' : 'Este pago se ha cancelado.',
      payment_intent: { id: intent.id, object: intent.object, status: intent.status },
    })
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
  if (decline) {
    const error = { type: 'card_error', ...decline }
    const refused = await changeIntent(context.tx, intent, {
      status: 'requires_payment_method',
      last_payment_error: error,
      next_action: null,
    })
    await recordEvent(context, 'payment_intent.payment_failed', refused)
    return refuse(402, error)
  }
  const charge = newId(context.random, 'ch')
  const paid = await changeIntent(context.tx, intent, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge,
    last_payment_error: null,
    next_action: null,
    refunds_end: rule === 'refund-late' || rule === 'refund-fails' ? rule : null,
  })
  await recordEvent(context, 'payment_intent.succeeded', paid)
  if (rule === 'disputed') await openDispute(context, paid, 'needs_response')
  if (rule === 'inquired') await openDispute(context, paid, 'warning_needs_response')
  return { status: 200, body: paid }
}
