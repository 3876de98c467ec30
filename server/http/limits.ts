import { createHash } from 'node:crypto'
import { days, hours, inSeconds, type Ms } from '@lacre/letter/days.ts'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/tables.ts'
import { type SignedIn, siteOf } from './bearer.ts'
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
function waitInWords(seconds: number): string {
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

const kilobyte = 1024
export const megabyte = 1024 * kilobyte

/** In bytes: what is written in an hour. */
type Hourly = { hourly: number }
/** Beside it what is kept in all. `full`: said where no more can be kept. */
type Share = Hourly & { kept: number; full: string }
/** Before an account's address is proven, and after. */
type Budget<Part> = {
  name: string
  unproven: Part
  proven: Part
  /** Said where too much was written; it gets the time to wait in words. */
  tooMuch: (wait: string) => string
}
export type WriteBudget = Budget<Hourly>
export type StorageBudget = Budget<Share>

/** Counts what one account writes now. @throws Failure 429 */
type TakeBytes = (person: SignedIn, bytes: number) => Promise<void>

/**
 * A registration costs nothing, so what accounts of a network write before their address is proven is counted together:
 * thirty people's letters with photos a day, or hundreds without, behind one address of a mobile carrier
 * (design.md#network-budget).
 */
const unprovenDaily = 2048 * megabyte
const confirmYours = {
  code: 'too-many-bytes',
  detail: (wait: string) =>
    `Desde su red ya se ha guardado mucho sin confirmar el correo. Confirme el suyo, o vuelva a intentarlo dentro de ${wait}.`,
}

export function createWriteBudget(limits: Limits, budget: WriteBudget): TakeBytes {
  const { name, unproven, proven, tooMuch } = budget
  const refusal = { code: 'too-many-bytes', detail: tooMuch }
  const limitOf = (name: string, { hourly }: Hourly) =>
    limits({ name, points: hourly / kilobyte, within: hours(1), refusal })
  const written = {
    unproven: limitOf(`${name}-kb-unproven`, unproven),
    proven: limitOf(`${name}-kb`, proven),
  }
  const ofNetwork = limits({
    name: 'unproven-kb-network',
    points: unprovenDaily / kilobyte,
    within: days(1),
    refusal: confirmYours,
  })
  return async ({ accountId, emailVerified, network }, bytes) => {
    const kilobytes = Math.ceil(bytes / kilobyte)
    await written[emailVerified ? 'proven' : 'unproven'].take(accountId, kilobytes)
    if (!emailVerified) await ofNetwork.take(siteOf(network), kilobytes)
  }
}

/** What one account may write and keep. */
export function createStorageBudget(limits: Limits, budget: StorageBudget) {
  const write = createWriteBudget(limits, budget)
  const shareOf = ({ emailVerified }: SignedIn) => budget[emailVerified ? 'proven' : 'unproven']
  return {
    /** Counts what is written now, and answers what may be kept in all. @throws Failure 429 */
    async take(person: SignedIn, bytes: number): Promise<number> {
      await write(person, bytes)
      return shareOf(person).kept
    },
    mayKeep: (person: SignedIn) => shareOf(person).kept,
    noSpaceLeft: (person: SignedIn) => new Failure(413, shareOf(person).full, 'no-space-left'),
  }
}
