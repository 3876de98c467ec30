import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type pg from 'pg'
import { Failure } from './failure.ts'

/** `take` counts one try of `key` (an address, an account) and refuses with 429 when there were too many. */
export type Limit = { take(key: string): Promise<void>; forgive(key: string): Promise<void> }
export type Limits = (limit: { name: string; points: number; seconds: number }) => Limit

/** `un minuto`, `43 minutos`: never less than what is left. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

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
          const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
          const detail = `Demasiados intentos. Vuelva a intentarlo dentro de ${waitInWords(seconds)}.`
          throw new Failure(429, detail, 'too-many-tries', { 'retry-after': String(seconds) })
        }
      },
      forgive: async (key) => void (await limiter.delete(hashed(key))),
    }
  }
}
