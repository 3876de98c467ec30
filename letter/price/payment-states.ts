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

/** As the card provider says it. */
export type CardRefundState = 'pending' | 'succeeded' | 'failed' | 'canceled'

/** Of what we have asked for: `asked` until the provider has answered. */
export type RefundState = 'asked' | CardRefundState

export const refundStateNames = {
  asked: 'pedida, sin respuesta todavía',
  pending: 'en camino',
  succeeded: 'hecha',
  failed: 'fallida',
  canceled: 'anulada por el proveedor',
} as const satisfies Record<RefundState, string>
/** The provider has given it up: nobody works on it until it is asked for again. */
export const isGivenUp = (state: RefundState): boolean => state === 'failed' || state === 'canceled'
/** What somebody may ask for again. */
export const isRetryable = (state: RefundState): boolean => state !== 'pending' && state !== 'succeeded'
export const refundStates = keysOf(refundStateNames)

/** `won`: the money stays with us. `lost`: the bank has given it back. */
export type DisputeState = 'open' | 'won' | 'lost'
/** The one that counts where there are several: the first of these. */
export const disputeStates = ['open', 'lost', 'won'] as const satisfies DisputeState[]

export const disputeOf = (states: (DisputeState | null)[]): DisputeState | undefined =>
  disputeStates.find((state) => states.includes(state))

/** Whether a payment's money is not ours to print for or to give back: a bank decides about it, or has decided. */
export const isWithBank = (dispute: DisputeState | null | undefined): boolean =>
  dispute === 'open' || dispute === 'lost'

export const disputeStateNames = {
  open: 'reclamación abierta: el banco todavía no ha decidido',
  won: 'reclamación ganada',
  lost: 'reclamación perdida: el banco ya ha devuelto el dinero',
} as const satisfies Record<DisputeState, string>

/** With what one pays: the card always, the rest by one setting. `wallets`: Apple Pay and Google Pay. */
export const paymentMethods = ['card', 'bizum', 'wallets'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** As the sandbox plays Bizum: what nobody approves in time expires, and a slow bank takes so long. */
export const sandboxBizum = { approval: minutes(4), slowBank: minutes(2) } as const

/** The telephone of Bizum as its bank knows it, whatever stands before or between its digits; undefined: none of Spain. */
export const spanishMobile = (written: string): string | undefined =>
  /^(?:\+?34|0034)?([67]\d{8})$/.exec(written.replace(/[^\d+]/g, ''))?.[1]
