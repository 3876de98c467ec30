import { lastCutOff, type CutOff } from './cut-off.ts'
import type { State } from './journey.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/**
 * How long a letter may rest in a state before somebody should look why, in milliseconds; undefined: for ever. Longer
 * than a long weekend with holidays on both sides, where the next step is a person's.
 */
export const mayRest = {
  /** Unpaid for a week it expires by itself; a day more for a provider that did not answer. */
  frozen: 8 * day,
  paid: 6 * day,
  batched: 6 * day,
  printed: 6 * day,
  posted: undefined,
  returned: undefined,
  cancelled: undefined,
  expired: undefined,
  /** Whatever stops a letter also tells a person, in the same transaction. */
  'needs-person': 1 * hour,
} as const satisfies Record<State, number | undefined>

/** The chore that closes the day's batch may be late by a restart, not by more. */
const lateClosing = 2 * hour

/** Whether a letter that has been in `state` since `since` has rested too long. With a cut-off, paid ones leave by it. */
export function restsTooLong(
  { state, since }: { state: State; since: Date },
  { now, cutOff }: { now: Date; cutOff: CutOff | undefined },
): boolean {
  const limit = mayRest[state]
  if (limit === undefined) return false
  if (state === 'paid' && cutOff) return since < lastCutOff(new Date(now.getTime() - lateClosing), cutOff)
  return now.getTime() - since.getTime() > limit
}
