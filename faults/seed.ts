/** A repeatable random source: one number determines everything random in a run. */
export type Seed = {
  /** From 0 up to 1. */
  next(): number
  /** True `share` of the time. */
  is(share: number): boolean
  /** A whole number below `end`. */
  below(end: number): number
  pick<One>(from: readonly One[]): One
  /** A separate source by name: how often one part draws does not change another. */
  fork(name: string): Seed
}

export function seedOf(number: number): Seed {
  let state = number >>> 0
  // mulberry32: 32 bits of state are enough for a schedule.
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    next,
    below,
    is: (share) => next() < share,
    pick: (from) => from[below(from.length)]!,
    fork: (name) => seedOf(hashOf(`${number} ${name}`)),
  }
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193)
  return hash >>> 0
}
