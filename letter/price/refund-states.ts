import { keysOf } from '../keys-of.ts'

/**
 * What the card provider says of a refund, and what it may still say later: one that has succeeded fails weeks
 * afterwards when the bank sends it back.
 */
export const cardRefundStates = {
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
