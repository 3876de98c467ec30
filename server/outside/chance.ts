import { randomBytes, randomUUID } from 'node:crypto'

/** Chance is an argument too. `bytes` must be fit for secrets. */
export type Chance = { uuid(): string; bytes(count: number): Buffer }

export const systemChance: Chance = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }
