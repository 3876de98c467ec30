import { randomBytes, randomUUID } from 'node:crypto'

/** Random is an argument too. `bytes` must be fit for secrets. */
export type Random = { uuid(): string; bytes(count: number): Buffer }

export const systemRandom: Random = { uuid: () => randomUUID(), bytes: (count) => randomBytes(count) }
