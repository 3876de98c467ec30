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

/**
 * What the card provider says of a refund, and what it may still say later: one that has succeeded fails weeks
 * afterwards when the bank sends it back.
 */
const cardRefundStates = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
} as const
export type CardRefundState = keyof typeof cardRefundStates

/** Of what we have asked for: `asked` until the provider has answered. */
export type RefundState = 'asked' | CardRefundState

/** Whether what is seen now comes after what was known; what was seen earlier and comes in late does not. */
export const comesAfter = (known: CardRefundState | undefined, seen: CardRefundState): boolean =>
  known === undefined || cardRefundStates[known].some((state) => state === seen)

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

/**
 * What the card provider says of a dispute, under its own names, and what that means here. An inquiry of the bank is a
 * dispute before its money is gone. After an appeal it is won or lost once more; until then the money is gone.
 */
const providerStates = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  won: 'won',
  lost: 'lost',
  appeal_needs_response: 'lost',
  appeal_under_review: 'lost',
  prevented: 'lost', // given back to the card's owner before it became a dispute of the bank's
} as const satisfies Record<string, DisputeState>

/** `won`: the money stays with us. `lost`: the bank has given it back. */
export type DisputeState = 'open' | 'won' | 'lost'
/** The one that counts where there are several: the first of these. */
export const disputeStates = ['open', 'lost', 'won'] as const satisfies DisputeState[]

const isKnown = (status: string): status is keyof typeof providerStates =>
  Object.hasOwn(providerStates, status)
/** A status that only a later version of the provider knows is for a person to look at. */
export const disputeStateOf = (status: string): DisputeState =>
  isKnown(status) ? providerStates[status] : 'open'

/** What a dispute may still become: it is never opened again. */
const later = { open: ['won', 'lost'], won: ['lost'], lost: ['won'] } as const satisfies Record<
  DisputeState,
  DisputeState[]
>
export const disputeComesAfter = (known: DisputeState | undefined, seen: DisputeState): boolean =>
  known === undefined || later[known].some((state) => state === seen)

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
