import type { Clock } from '../../outside/clock.ts'
import type { Random } from '../../outside/random.ts'

/** Version 4 is random. Version 7 begins with the time, so that a month's ids lie side by side (docs/scale.md#partitions). */
export type IdVersion = 4 | 7

/**
 * The id of a new letter. Still of version 4: a server of the version before would call one of version 7 by another number, so
 * the next version may be the first to make them.
 */
export function newLetterId(
  { clock, random }: { clock: Clock; random: Random },
  version: IdVersion = 4,
): string {
  const id = random.uuid()
  if (version === 4) return id
  const time = clock.now().getTime().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${id.slice(15)}`
}
