import { randomBytes, randomUUID } from 'node:crypto'

/** Time is passed in, so that tests choose it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Randomness is passed in too. `bytes` must be fit for secrets. */
export type Random = { uuid(): string; bytes(count: number): Buffer }

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }
