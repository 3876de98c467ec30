import { lastCutOff, type CutOff } from '@lacre/letter/cut-off.ts'
import { days, earlier, hours, milliseconds } from '@lacre/letter/duration.ts'
import type { State } from '@lacre/letter/journey.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'

/**
 * How long a letter may rest in a state before somebody should look why, in milliseconds; undefined: for ever. Longer
 * than a long weekend with holidays on both sides, where the next step is a person's.
 */
export const mayRest = {
  /** Then it expires by itself; a day more for a provider that did not answer. */
  frozen: milliseconds(unpaidFor + days(1)),
  paid: days(6),
  batched: days(6),
  printed: days(6),
  posted: undefined,
  returned: undefined,
  cancelled: undefined,
  expired: undefined,
  /** Whatever stops a letter also tells a person, in the same transaction. */
  'needs-person': hours(1),
} as const satisfies Record<State, number | undefined>

/** The chore that closes the day's batch may be late by a restart, not by more. */
const lateClosing = hours(2)

/** Whether a letter that has been in `state` since `since` has rested too long. With a cut-off, paid ones leave by it. */
export function restsTooLong(
  { state, since }: { state: State; since: Date },
  { now, cutOff }: { now: Date; cutOff: CutOff | undefined },
): boolean {
  const limit = mayRest[state]
  if (limit === undefined) return false
  if (state === 'paid' && cutOff) return since < lastCutOff(earlier(now, lateClosing), cutOff)
  return now.getTime() - since.getTime() > limit
}
