import { minutes } from '../days.ts'
import { keysOf } from '../keys-of.ts'

/** `taken`: money that pays for no letter. */
export const paymentStates = ['open', 'paid', 'taken', 'refunded', 'cancelled'] as const
export type PaymentState = (typeof paymentStates)[number]

export const paymentStateNames = {
  open: 'Sin pagar',
  paid: 'Pagado',
  taken: 'Cobrado sin corresponder a la carta',
  refunded: 'Devuelto',
  cancelled: 'Anulado',
} as const satisfies Record<PaymentState, string>

/** The provider's states. */
export type CardRefundState = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** States of our own refunds: `asked` until the provider answers. */
export type RefundState = 'asked' | CardRefundState

export const refundStateNames = {
  asked: 'pedida, sin respuesta todavía',
  pending: 'en camino',
  succeeded: 'hecha',
  failed: 'fallida',
  canceled: 'anulada por el proveedor',
} as const satisfies Record<RefundState, string>
/** The provider gave up: it needs another request. */
export const isGivenUp = (state: RefundState): boolean => state === 'failed' || state === 'canceled'
/** Refunds that can be requested again. */
export const isRetryable = (state: RefundState): boolean => state !== 'pending' && state !== 'succeeded'
export const refundStates = keysOf(refundStateNames)

/** `won`: the money stays with us. `lost`: the bank has given it back. */
export type DisputeState = 'open' | 'won' | 'lost'
/** By priority, when there are several. */
export const disputeStates = ['open', 'lost', 'won'] as const satisfies DisputeState[]

export const disputeOf = (states: (DisputeState | null)[]): DisputeState | undefined =>
  disputeStates.find((state) => states.includes(state))

/** A bank decides, or has decided, about the payment: neither print for it nor refund it. */
export const isWithBank = (dispute: DisputeState | null | undefined): boolean =>
  dispute === 'open' || dispute === 'lost'

export const disputeStateNames = {
  open: 'reclamación abierta: el banco todavía no ha decidido',
  won: 'reclamación ganada',
  lost: 'reclamación perdida: el banco ya ha devuelto el dinero',
} as const satisfies Record<DisputeState, string>

/** Payment methods: cards always, others by a setting. `wallets`: Apple Pay and Google Pay. */
export const paymentMethods = ['card', 'bizum', 'wallets'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The sandbox's Bizum: when unapproved payments expire, and the delay of a slow bank. */
export const sandboxBizum = { approval: minutes(4), slowBank: minutes(2) } as const

/** A phone number as Bizum's bank knows it, from any spelling; undefined for no Spanish mobile. */
export const spanishMobile = (written: string): string | undefined =>
  /^(?:\+?34|0034)?([67]\d{8})$/.exec(written.replace(/[^\d+]/g, ''))?.[1]
