import { recordEvent } from './sandbox-events.ts'
import {
  changeIntent,
  newId,
  refuse,
  type Answer,
  type SandboxContext,
  type SandboxIntent,
} from './sandbox-store.ts'

/**
 * What the browser sends instead of the provider's own form: a card, or the telephone of Bizum. `challenge` answers what
 * asks first.
 */
export type Confirmation = {
  client_secret: string
  card?: string | undefined
  phone?: string | undefined
  challenge?: 'pass' | 'fail' | undefined
}

export const paidBy = ({ random }: SandboxContext, { amount }: SandboxIntent) =>
  ({
    status: 'succeeded',
    amount_received: amount,
    latest_charge: newId(random, 'ch'),
    last_payment_error: null,
    next_action: null,
  }) as const

export const declined = (error: Record<string, string>) =>
  ({ status: 'requires_payment_method', last_payment_error: error, next_action: null }) as const

export async function declineIntent(
  context: SandboxContext,
  intent: SandboxIntent,
  error: Record<string, string>,
): Promise<Answer> {
  const refused = await changeIntent(context.tx, intent, declined(error))
  await recordEvent(context, 'payment_intent.payment_failed', refused)
  return refuse(402, error)
}
