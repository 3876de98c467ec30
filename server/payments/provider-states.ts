import type { CardRefundState, DisputeState } from '@lacre/letter/price/payment-states.ts'

/**
 * The provider's states of a refund, and what may follow each. A succeeded refund can fail weeks later, when the bank
 * sends it back.
 */
const cardRefundStates = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
} as const satisfies Record<CardRefundState, CardRefundState[]>

/** False for a state that arrives late and was already passed. */
export const comesAfter = (known: CardRefundState | undefined, seen: CardRefundState): boolean =>
  known === undefined || cardRefundStates[known].some((state) => state === seen)

/**
 * The provider's states of a dispute, and ours. An inquiry is a dispute before the bank takes the money. An appeal
 * keeps it lost until it is decided.
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
  prevented: 'lost', // refunded to the cardholder before the bank opened a dispute
} as const satisfies Record<string, DisputeState>

const isKnown = (status: string): status is keyof typeof providerStates =>
  Object.hasOwn(providerStates, status)
/** A status we do not know is treated as open, so that an operator looks at it. */
export const disputeStateOf = (status: string): DisputeState =>
  isKnown(status) ? providerStates[status] : 'open'

/** A dispute is never opened again. */
const later = { open: ['won', 'lost'], won: ['lost'], lost: ['won'] } as const satisfies Record<
  DisputeState,
  DisputeState[]
>
export const disputeComesAfter = (known: DisputeState | undefined, seen: DisputeState): boolean =>
  known === undefined || later[known].some((state) => state === seen)
