import {
  lateClosing,
  leavesAt,
  type CutOff,
  days,
  earlier,
  hours,
  milliseconds,
  type PostingDay,
} from '@lacre/letter/days.ts'
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

/** Whether a letter that has been in `state` since `since` has rested too long. A paid one waits for its day; with a cut-off it leaves by it. */
export function restsTooLong(
  { state, since, postOn }: { state: State; since: Date; postOn: PostingDay },
  { now, cutOff }: { now: Date; cutOff: CutOff | undefined },
): boolean {
  const limit = mayRest[state]
  if (limit === undefined) return false
  if (state === 'paid' && cutOff) return leavesAt(since, postOn, cutOff) <= earlier(now, lateClosing)
  const day = state === 'paid' && postOn ? Date.parse(postOn) : 0
  return now.getTime() - Math.max(since.getTime(), day) > limit
}
