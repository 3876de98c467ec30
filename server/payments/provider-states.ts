import type { CardRefundState, DisputeState } from '@lacre/letter/price/payment-states.ts'

/**
 * What the card provider says of a refund, and what it may still say later: one that has succeeded fails weeks
 * afterwards when the bank sends it back.
 */
const cardRefundStates = {
  pending: ['succeeded', 'failed', 'canceled'],
  succeeded: ['failed', 'canceled'],
  failed: [],
  canceled: [],
} as const satisfies Record<CardRefundState, CardRefundState[]>

/** Whether what is seen now comes after what was known; what was seen earlier and comes in late does not. */
export const comesAfter = (known: CardRefundState | undefined, seen: CardRefundState): boolean =>
  known === undefined || cardRefundStates[known].some((state) => state === seen)

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
