import { createHash } from 'node:crypto'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type pg from 'pg'
import { inSeconds, type Ms } from '@lacre/letter/days.ts'
import type { Db } from '../database/tables.ts'
import { siteOf } from './caller.ts'
import { Failure } from './failure.ts'

/**
 * `take` counts one try of `key` (a caller, an address, an account), or what it weighs, and refuses with 429 when there was
 * too much; all callers of a site have as much as eight of them (design.md#networks). It tells how many there were. `check`
 * counts nothing and refuses as long as a try before it was refused. `giveBack` takes one try back, `forgive` all of them.
 */
export type Limit = {
  take(key: string, weight?: number): Promise<number>
  check(key: string): Promise<void>
  giveBack(key: string): Promise<void>
  forgive(key: string): Promise<void>
}
/** `refusal`: what is said instead of the usual sentence; it gets the time to wait in words. */
export type Limits = (limit: {
  name: string
  points: number
  within: Ms
  refusal?: { code: string; detail: (wait: string) => string }
}) => Limit

/** `un minuto`, `43 minutos`, `23 horas`: never less than what is left. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} horas`
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

const usual = {
  code: 'too-many-tries',
  detail: (wait: string) => `Demasiados intentos. Vuelva a intentarlo dentro de ${wait}.`,
}

export function tooManyTries(secondsLeft: number, { code, detail } = usual): Failure {
  const left = Math.max(1, secondsLeft)
  return new Failure(429, detail(waitInWords(left)), code, { 'retry-after': String(left) })
}

/** Who has more of them at once than most families have, and far fewer than a /48 holds. */
const callersOfSite = 8

/** Counted in the database: limits survive a restart and are one for all nodes. Keys are kept as hashes only. */
export function createLimits(pool: Pick<pg.Pool, 'query'>): Limits {
  // Its statements have names, under which they are prepared for a session; behind a pooler that is another's.
  const unnamed = { query: ({ text, values }: pg.QueryConfig) => pool.query({ text, values: values ?? [] }) }
  return ({ name, points, within, refusal = usual }) => {
    const counting = (keyPrefix: string, points: number) =>
      new RateLimiterPostgres({
        storeClient: unnamed,
        storeType: 'client',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
        keyPrefix,
        points,
        duration: inSeconds(within),
      })
    const limiter = counting(name, points)
    const ofSites = counting(`${name}-site`, callersOfSite * points)
    const refused = ({ msBeforeNext }: RateLimiterRes) =>
      tooManyTries(Math.ceil(msBeforeNext / 1000), refusal)
    return {
      async take(key, weight = 1) {
        try {
          const { consumedPoints } = await limiter.consume(hashed(key), weight)
          const site = siteOf(key)
          if (site !== key) await ofSites.consume(hashed(site), weight)
          return consumedPoints
        } catch (error) {
          throw error instanceof RateLimiterRes ? refused(error) : error
        }
      },
      async check(key) {
        const tries = await limiter.get(hashed(key))
        if (tries && tries.consumedPoints > points) throw refused(tries)
      },
      async giveBack(key) {
        await limiter.reward(hashed(key))
        const site = siteOf(key)
        if (site !== key) await ofSites.reward(hashed(site))
      },
      forgive: async (key) => void (await limiter.delete(hashed(key))),
    }
  }
}

/** Tries whose time is over; says how many rows went. `expire` is an instant in milliseconds. */
export async function sweepLimits(db: Db, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('rate_limit')
    .where('expire', '<=', String(now.getTime()))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}
