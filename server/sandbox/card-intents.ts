import { inSeconds, type Ms } from '@lacre/letter/days.ts'
import { sandboxBizum, spanishMobile } from '@lacre/letter/price/payment-states.ts'
import { sql } from 'kysely'
import {
  recordEvent,
  type Answer,
  changeIntent,
  type Decline,
  intentOf,
  metadataOf,
  missing,
  newId,
  nowInSeconds,
  pageOf,
  readIntent,
  refuse,
  type SandboxContext,
  type SandboxIntent,
  testCards,
  testPhones,
} from './card-store.ts'
import { chargeOf, openDispute } from './card-refunds.ts'

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

export async function listIntents(context: SandboxContext, query: URLSearchParams): Promise<Answer> {
  const { body } = await pageOf(context, sql`select id, created, body from sandbox_card_intent`, query)
  const data: object[] = []
  for (const intent of body.data) data.push(await shown(context, intentOf(context, intent), query))
  return { status: 200, body: { ...body, url: '/v1/payment_intents', data } }
}

/** The charge is an id unless the caller expands it. */
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
  const paid = await changeIntent(context.tx, intent, paidBy(context, intent))
  await recordEvent(context, 'payment_intent.succeeded', paid)
  if (rule === 'disputed') await openDispute(context, paid)
  return { status: 200, body: paid }
}

/** A card, or a phone number for Bizum. `challenge`: the answer to a requested authentication. */
export type Confirmation = {
  client_secret: string
  card?: string | undefined
  phone?: string | undefined
  challenge?: 'pass' | 'fail' | undefined
}

const paidBy = ({ random }: SandboxContext, { amount }: SandboxIntent) =>
  ({
    status: 'succeeded',
    amount_received: amount,
    latest_charge: newId(random, 'ch'),
    last_payment_error: null,
    next_action: null,
  }) as const

const declined = (error: Record<string, string>) =>
  ({ status: 'requires_payment_method', last_payment_error: error, next_action: null }) as const

async function declineIntent(
  context: SandboxContext,
  intent: SandboxIntent,
  error: Record<string, string>,
): Promise<Answer> {
  const refused = await changeIntent(context.tx, intent, declined(error))
  await recordEvent(context, 'payment_intent.payment_failed', refused)
  return refuse(402, error)
}

const error = (code: string, message: string) => ({ type: 'invalid_request_error', code, message })
const refusedInApp = error('payment_method_customer_decline', 'El pago se ha rechazado en la app del banco.')
const expired = error(
  'payment_intent_payment_attempt_expired',
  'El pago con Bizum ha caducado sin que se aprobara. No se ha cobrado nada; puede intentarlo de nuevo.',
)

/** As at the provider: approved in the bank's app, or expired after a while. */
async function confirmBizum(
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

/** The intent now, and its scheduled change with the event that reports it. */
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
