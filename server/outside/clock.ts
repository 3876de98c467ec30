import { randomBytes, randomUUID } from 'node:crypto'

/** The time is an argument: a test decides what day it is. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

/** Random is an argument too. `bytes` must be fit for secrets. */
export type Random = { uuid(): string; bytes(count: number): Buffer }

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }
