import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type pg from 'pg'
import { Failure } from './failure.ts'

/** `take` counts one try of `key` (an address, an account) and refuses with 429 when there were too many. */
export type Limit = { take(key: string): Promise<void>; forgive(key: string): Promise<void> }
export type Limits = (limit: { name: string; points: number; seconds: number }) => Limit

const tooMany = 'Demasiados intentos. Espere un momento y vuelva a intentarlo.'
const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

/** Counted in the database: limits survive a restart and are one for all nodes. Keys are kept as hashes only. */
export function createLimits(pool: Pick<pg.Pool, 'query'>): Limits {
  return ({ name, points, seconds }) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    return {
      async take(key) {
        try {
          await limiter.consume(hashed(key))
        } catch (refused) {
          if (!(refused instanceof RateLimiterRes)) throw refused
          const wait = String(Math.max(1, Math.ceil(refused.msBeforeNext / 1000)))
          throw new Failure(429, tooMany, 'too-many-tries', { 'retry-after': wait })
        }
      },
      forgive: async (key) => void (await limiter.delete(hashed(key))),
    }
  }
}
