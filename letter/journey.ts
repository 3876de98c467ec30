import { keysOf } from './keys-of.ts'

/**
 * The way of a letter: in each state, the steps it may take and where they lead. Server, web and tests read
 * this table; the database's own check lists the same states (a test compares them).
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
  /** The provider's own record says so. The only state from which a letter can reach a batch. */
  paid: { batch: 'batched', cancel: 'cancelled', doubt: 'needs-person' },
  /** Its batch is closed: from here on it cannot be cancelled. */
  batched: { print: 'printed', post: 'posted', doubt: 'needs-person' },
  /** Damaged or lost on its way into the envelope, the same bytes are printed again. */
  printed: { post: 'posted', reprint: 'batched', doubt: 'needs-person' },
  /** Printed again only on a supervisor's word. */
  posted: { return: 'returned', reprint: 'batched' },
  returned: {},
  /** By its sender, or replaced by a newer version. Money that arrives afterwards is a matter for a person. */
  cancelled: { doubt: 'needs-person' },
  expired: { doubt: 'needs-person' },
  /** Stopped, loudly: a person looks at it and decides. */
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

/** By its sender, until its batch closes (design/letter.md#cancel-until-closed). `needs-person` is cancelled by an operator. */
export const isCancellable = (state: State): state is 'frozen' | 'paid' =>
  state === 'frozen' || state === 'paid'
