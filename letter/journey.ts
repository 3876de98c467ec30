import { keysOf } from './keys-of.ts'

/**
 * The state machine of a letter: the steps of each state and where they lead. Server, web and tests read this table; a
 * test compares the database's own check with it.
 */
export const journey = {
  /** Typeset, checked, hashed and stored; waiting for its payment. */
  frozen: {
    pay: 'paid',
    cancel: 'cancelled',
    replace: 'cancelled',
    expire: 'expired',
    doubt: 'needs-person',
  },
  /** Confirmed by the provider's record. The only state from which a letter can enter a batch. */
  paid: { batch: 'batched', cancel: 'cancelled', doubt: 'needs-person' },
  /** Its batch is closed: from here on it cannot be cancelled. */
  batched: { print: 'printed', post: 'posted', doubt: 'needs-person' },
  /** Damaged or lost before posting, it is printed again from the same bytes. */
  printed: { post: 'posted', reprint: 'batched', doubt: 'needs-person' },
  /** Reprinting requires a supervisor. */
  posted: { return: 'returned', reprint: 'batched' },
  returned: {},
  /** By its sender, or replaced by a newer version. Later payments raise an issue. */
  cancelled: { doubt: 'needs-person' },
  expired: { doubt: 'needs-person' },
  /** Stopped, with an issue, until an operator decides. */
  'needs-person': { resume: 'paid', cancel: 'cancelled' },
} as const

export type State = keyof typeof journey
export type Step = { [S in State]: keyof (typeof journey)[S] }[State]

export const states = keysOf(journey)

/** The state a step leads to, or undefined when the letter cannot take it now. */
export function after(state: State, step: Step): State | undefined {
  const steps: Partial<Record<Step, State>> = journey[state]
  return Object.hasOwn(steps, step) ? steps[step] : undefined
}

/** By its sender, until its batch closes (design/letter.md#cancel-until-closed). An operator cancels `needs-person`. */
export const isCancellable = (state: State): state is 'frozen' | 'paid' =>
  state === 'frozen' || state === 'paid'
