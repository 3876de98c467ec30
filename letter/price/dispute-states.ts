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
