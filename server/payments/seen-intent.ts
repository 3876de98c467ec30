import { type CardRefundState, type DisputeState } from '@lacre/letter/price/payment-states.ts'
import { disputeStateOf } from './provider-states.ts'
import Stripe from 'stripe'
import { hours } from '@lacre/letter/days.ts'
import type { World } from '../world.ts'

export type PaymentsDeps = Pick<
  World,
  | 'db'
  | 'cards'
  | 'installation'
  | 'money'
  | 'clock'
  | 'random'
  | 'cutOff'
  | 'closedDays'
  | 'requireVerifiedEmail'
  | 'paymentMethods'
  | 'limits'
>

/** The provider promises to remember a key for 24 hours. */
export const keyForgotten = hours(23)

/** Unpaid new orders per account; paid ones do not count (design/money.md#unpaid-letters). */
export const unpaidLimit = { payments: 20, within: hours(1) }

/** The provider's account may be shared with other products and with other installations of this one. */
const app = 'lacre'

type IntentMetadata = {
  /** Made by this installation, or before intents named their installation. */
  isOurs: boolean
  orderId: string
  /** Hex. */
  hash: string
  letterIds: string[]
}

/** Each id has 36 characters, and a space follows. */
const idsInValue = 13

/** Metadata stored with our intents. The provider's limits: 50 keys, 500 characters each. */
export function writeMetadata(
  { installation }: Pick<PaymentsDeps, 'installation'>,
  { name, hash, payments }: { name: string; hash: string; payments: { letter_id: string }[] },
): Record<string, string> {
  // The key predates orders of several letters; an order of one letter has the letter's id.
  const metadata: Record<string, string> = { app, installation, letter_id: name, pdf_sha256: hash }
  const ids = payments.map(({ letter_id }) => letter_id)
  if (ids.length > 1)
    for (let at = 0; at < ids.length; at += idsInValue)
      metadata[`letters_${at / idsInValue}`] = ids.slice(at, at + idsInValue).join(' ')
  return metadata
}

function readMetadata(
  { installation }: Pick<PaymentsDeps, 'installation'>,
  metadata: Record<string, string>,
): IntentMetadata {
  const orderId = metadata['letter_id'] ?? ''
  const several = Object.entries(metadata).flatMap(([key, ids]) =>
    key.startsWith('letters_') ? ids.split(' ') : [],
  )
  return {
    isOurs: metadata['app'] === app && (metadata['installation'] ?? installation) === installation,
    orderId,
    hash: metadata['pdf_sha256'] ?? '',
    letterIds: several.length ? several : [orderId],
  }
}

export type CardAccount = Pick<PaymentsDeps, 'cards' | 'installation'>

/** The provider's record of one intent. Sums in cents. */
export type SeenIntent = IntentMetadata & {
  id: string
  status: Stripe.PaymentIntent['status']
  received: number
  currency: string
  refunds: SeenRefund[]
  disputes: SeenDispute[]
  clientSecret: string | null
  isLive: boolean
}

/** `letterId`: the letter it refunds; empty when it was made at the provider's pages. */
export type SeenRefund = {
  id: string
  cents: number
  state: CardRefundState
  madeAt: Date
  letterId: string
}
export type SeenDispute = { id: string; state: DisputeState }

/** `isDisputed`: an event reported a dispute; for an inquiry the charge does not show it. @throws StripeError */
export async function fetchIntent(
  at: CardAccount,
  intentId: string,
  isDisputed = false,
): Promise<SeenIntent> {
  const intent = await at.cards.paymentIntents.retrieve(intentId, { expand: ['latest_charge.refunds'] })
  return readWholeIntent(at, intent, isDisputed)
}

/** Our intents made since then, newest first, to be completed by `readWholeIntent`. @throws StripeError */
export async function* intentsSince(at: CardAccount, since: Date): AsyncGenerator<Stripe.PaymentIntent> {
  const created = { gte: Math.floor(since.getTime() / 1000) }
  const made = at.cards.paymentIntents.list({ created, limit: 100, expand: ['data.latest_charge.refunds'] })
  for await (const intent of made) if (readMetadata(at, intent.metadata).isOurs) yield intent
}

/** Fetches what the charge does not list: refunds beyond ten, and disputes. @throws StripeError */
export async function readWholeIntent(
  at: CardAccount,
  intent: Stripe.PaymentIntent,
  isDisputed = false,
): Promise<SeenIntent> {
  const { cards } = at
  const seen = readIntent(at, intent)
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  if (!seen.isOurs) return seen
  const all = { payment_intent: intent.id, limit: 100 }
  const refunds = charge?.refunds?.has_more
    ? (await cards.refunds.list(all).autoPagingToArray({ limit: 1000 })).map(readRefund)
    : seen.refunds
  if (!isDisputed && !charge?.disputed) return { ...seen, refunds }
  const { data } = await cards.disputes.list(all)
  return { ...seen, refunds, disputes: data.map(readDispute) }
}

/** @throws Error for an answer that is no intent: the SDK returns a 4xx without `error` as if it were one. */
export function readIntent(at: Pick<CardAccount, 'installation'>, intent: Stripe.PaymentIntent): SeenIntent {
  if (intent.object !== 'payment_intent') throw new Error('the card provider answered with no intent')
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  return {
    id: intent.id,
    status: intent.status,
    received: intent.amount_received,
    currency: intent.currency,
    ...readMetadata(at, intent.metadata),
    refunds: (charge?.refunds?.data ?? []).map(readRefund),
    disputes: [],
    clientSecret: intent.client_secret,
    isLive: intent.livemode,
  }
}

/** `requires_action` counts as pending: the cardholder has yet to give an account. */
export const readRefund = ({ id, amount, status, created, metadata }: Stripe.Refund): SeenRefund => ({
  id,
  cents: amount,
  madeAt: new Date(created * 1000),
  letterId: metadata?.['letter_id'] ?? '',
  state: status === 'succeeded' || status === 'failed' || status === 'canceled' ? status : 'pending',
})

export const readDispute = ({ id, status }: Stripe.Dispute): SeenDispute => ({
  id,
  state: disputeStateOf(status),
})

/** The provider was unreachable or answered with an error. */
export const isProviderTrouble = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Stripe.errors.StripeError

const forNow: (number | undefined)[] = [408, 409, 425, 429]

/** The provider refuses this for good; the codes in `forNow` may pass on a retry. */
export const isRefusal = (error: Stripe.errors.StripeError): boolean =>
  String(error.statusCode).startsWith('4') &&
  !forNow.includes(error.statusCode) &&
  !(error instanceof Stripe.errors.StripeRateLimitError)
