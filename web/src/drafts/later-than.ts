import { seconds } from '@lacre/letter/days.ts'

/** The journal has kept a text at most so long after local storage. */
const lag = seconds(10)

/**
 * The time for what is changed: this moment, and later than whatever was kept before, since a clock may have been put back.
 * `held`: of local storage, `known`: of the journal.
 */
export function laterThan(
  held: number | undefined,
  known: () => number | undefined,
  clock: () => number = Date.now,
): () => number {
  let last = held ?? 0
  if (clock() < last) last += lag
  return () => (last = Math.max(clock(), last + 1, (known() ?? 0) + 1))
}
