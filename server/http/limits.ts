import { createHash } from 'node:crypto'
import { previewsPerMinute } from '@lacre/letter/content/limits.ts'
import { days, hours, inSeconds, minutes, type Ms } from '@lacre/letter/days.ts'
import type pg from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../database/tables.ts'
import { type SignedIn, siteOf } from './bearer.ts'
import { Failure } from './failure.ts'

const kilobyte = 1024
export const megabyte = 1024 * kilobyte
const inKilobytes = (megabytes: number) => megabytes * 1024

/** A preview without an account: the largest letter of a browser's local storage, as JSON (design/load.md#bodies). */
export const bodyWithoutAccount = 6 * megabyte
/**
 * A letter or draft with an account. Its pictures travel inside (design/sending.md#remote-pictures); base64 adds a
 * third.
 */
export const bodyWithAccount = 16 * megabyte
export const usualBody = 64 * kilobyte

/** Refusals with their codes; `detail` gets the time to wait in words. */
const usual = {
  code: 'too-many-tries',
  detail: (wait: string) => `Demasiados intentos. Vuelva a intentarlo dentro de ${wait}.`,
}
const byCode = {
  code: 'too-many-tries',
  detail: (wait: string) =>
    `Demasiados intentos. Entre con un código que le enviaremos, o vuelva a intentarlo dentro de ${wait}.`,
}
const byCodeInstead = {
  code: 'too-many-tries',
  detail: (wait: string) =>
    `Demasiados intentos. Vuelva a intentarlo dentro de ${wait}, o cierre la sesión y entre con un código que le enviaremos por correo.`,
}
const failures = {
  code: 'too-many-failures',
  detail: (wait: string) =>
    `Ha habido demasiados intentos de entrar con este correo. Entre con un código que le enviaremos, o vuelva a intentarlo dentro de ${wait}.`,
}
const mails = {
  code: 'too-many-mails',
  detail: (wait: string) =>
    `Ya hemos enviado muchos mensajes a esta dirección. Vuelva a intentarlo dentro de ${wait}.`,
}
const refusedCards = {
  code: 'too-many-refused-payments',
  detail: (wait: string) =>
    `Se han rechazado demasiados pagos seguidos. Por seguridad, espere ${wait} y vuelva a intentarlo; su carta está guardada.`,
}
const previews = {
  code: 'too-many-tries',
  detail: () => 'Demasiadas vistas previas seguidas. Espere unos segundos.',
}
const manyBytes = (detail: (wait: string) => string) => ({ code: 'too-many-bytes', detail })
const readMuch = manyBytes((wait) => `Ha pedido mucho en poco tiempo. Vuelva a intentarlo dentro de ${wait}.`)
const letterBytes = manyBytes(
  (wait) =>
    `Ha preparado muchas cartas con imágenes en poco tiempo. La carta sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
)
const draftBytes = manyBytes(
  (wait) =>
    `Ha guardado mucho en poco tiempo. El borrador sigue en este navegador; vuelva a intentarlo dentro de ${wait}.`,
)
const bookBytes = manyBytes(
  (wait) =>
    `Ha cambiado mucho su libreta en poco tiempo. No se ha guardado este cambio; vuelva a intentarlo dentro de ${wait}.`,
)
const confirmYours = manyBytes(
  (wait) =>
    `Desde su red ya se ha guardado mucho sin confirmar el correo. Confirme el suyo, o vuelva a intentarlo dentro de ${wait}.`,
)

/** `inMemory`: counted by this process alone, so that the database keeps no trace. */
type Row = {
  points: number
  within: Ms
  per: string
  refusal?: { code: string; detail: (wait: string) => string }
  inMemory?: true
}

/**
 * How often each action may be tried. Limits per address do not count in browsers known to its account
 * (design/accounts.md#limits-per-account).
 */
export const limitTable = {
  registrations: { points: 10, within: hours(1), per: 'network' },
  logins: { points: 60, within: minutes(15), per: 'network', refusal: byCode },
  /** Each solved captcha of a sign-in costs a call to its provider. */
  loginCaptchas: { points: 120, within: minutes(15), per: 'network', refusal: byCode },
  loginsTo: { points: 10, within: minutes(15), per: 'address and network', refusal: byCode },
  loginsHere: { points: 10, within: minutes(15), per: 'account and browser' },
  /** A window begins with its first try, so any sixty minutes overlap two windows: at most a hundred failures. */
  loginsAnywhere: { points: 50, within: hours(1), per: 'address', refusal: failures },
  warnings: { points: 1, within: hours(6), per: 'address' },
  links: { points: 60, within: minutes(15), per: 'network' },
  socialLogins: { points: 60, within: minutes(15), per: 'network' },
  verificationRequests: { points: 20, within: hours(1), per: 'network' },
  resetRequests: { points: 20, within: hours(1), per: 'network' },
  codeRequests: { points: 20, within: hours(1), per: 'network' },
  codeLogins: { points: 60, within: minutes(15), per: 'network' },
  /** Each code of six digits can be guessed at five times. */
  mailsTo: { points: 12, within: days(1), per: 'address', refusal: mails },
  /** Few enough that a stranger in another network cannot use up the owner's (design/accounts.md#account-mails). */
  mailsFrom: { points: 5, within: days(1), per: 'address and site', refusal: mails },
  passwordChanges: { points: 10, within: hours(1), per: 'account' },
  erasures: { points: 10, within: minutes(15), per: 'account' },
  exports: { points: 10, within: hours(1), per: 'account' },
  challenges: { points: 60, within: minutes(1), per: 'network' },
  factors: { points: 10, within: minutes(15), per: 'session, or operator and network' },
  factorCodes: { points: 30, within: hours(1), per: 'operator', refusal: byCodeInstead },
  factorCodesOfMailbox: { points: 30, within: hours(1), per: 'operator' },
  previews: {
    points: previewsPerMinute,
    within: minutes(1),
    per: 'network',
    refusal: previews,
    inMemory: true,
  },
  /** Six orders of fifty (design/sending.md#several-recipients). */
  letters: { points: 300, within: hours(1), per: 'account' },
  /** Twenty times fifty: each reads megabytes, even when it fails. */
  namedDrafts: { points: 1000, within: hours(1), per: 'account' },
  lettersAgain: { points: 60, within: hours(1), per: 'account' },
  /** A search decrypts names, which costs time. */
  searches: { points: 300, within: minutes(10), per: 'account' },
  drafts: { points: 1500, within: hours(1), per: 'account' },
  templates: { points: 60, within: hours(1), per: 'account' },
  signatures: { points: 120, within: hours(1), per: 'account' },
  addresses: { points: 1500, within: hours(1), per: 'account' },
  /** Each opened invoice is typeset again. */
  invoices: { points: 200, within: hours(1), per: 'account' },
  payments: { points: 120, within: hours(1), per: 'account' },
  paymentFailures: { points: 5, within: hours(1), per: 'account', refusal: refusedCards },
  readKilobytes: { points: inKilobytes(128), within: minutes(1), per: 'account', refusal: readMuch },
  letterKilobytes: { points: inKilobytes(1024), within: hours(1), per: 'account', refusal: letterBytes },
  draftKilobytes: { points: inKilobytes(1024), within: hours(1), per: 'account', refusal: draftBytes },
  /** Each change seals and writes the whole book (design/sending.md#address-book). */
  bookKilobytes: { points: inKilobytes(256), within: hours(1), per: 'account', refusal: bookBytes },
  letterKilobytesUnproven: {
    points: inKilobytes(128),
    within: hours(1),
    per: 'account',
    refusal: letterBytes,
  },
  draftKilobytesUnproven: { points: inKilobytes(64), within: hours(1), per: 'account', refusal: draftBytes },
  bookKilobytesUnproven: { points: inKilobytes(64), within: hours(1), per: 'account', refusal: bookBytes },
  /** Registration is free, so bytes of unproven accounts count together per site (design/load.md#network-budget). */
  unprovenKilobytes: { points: inKilobytes(2048), within: days(1), per: 'site', refusal: confirmYours },
} as const satisfies Record<string, Row>

/** Concurrent calls or bytes, in total and per key. A site gets half of the total (design/load.md#networks). */
export const atOnce = {
  bodiesProven: { total: 8 * bodyWithAccount, perKey: 4 * bodyWithAccount },
  /** An unproven account is free to create. */
  bodiesUnproven: { total: 4 * bodyWithAccount, perKey: 2 * bodyWithAccount },
  bodiesWithoutAccount: { total: 8 * bodyWithoutAccount, perKey: 2 * bodyWithoutAccount },
  answers: { total: 8 * bodyWithAccount, perKey: 2 * bodyWithAccount },
  exports: { total: 8, perKey: 2 },
  previewsTrusted: { total: 32, perKey: 8 },
  previewsUntrusted: { total: 12, perKey: 3 },
  previewsWithoutAccount: { total: 12, perKey: 3 },
  previewsOfAccount: { perKey: 3 },
  readsOfAccount: { perKey: 2 },
  searchesOfAccount: { perKey: 2 },
  /** Each reads as much as the longest body may have (design/load.md#bodies). */
  againOfAccount: { perKey: 2 },
  /** Each call opens the whole book; a change locks it and seals it again. */
  addressesOfAccount: { perKey: 2 },
} as const satisfies Record<string, { total?: number; perKey: number }>

/** Bytes an account may store, and the refusal when full. */
const kept = {
  /** Unpaid letters (design/sending.md#letter-budget). */
  letters: {
    unproven: {
      bytes: 64 * megabyte,
      full: 'Confirme su correo para preparar más cartas con imágenes. Mientras tanto esta sigue en este navegador.',
    },
    proven: {
      bytes: 512 * megabyte,
      full: 'Ha preparado muchas cartas con imágenes sin enviarlas. Esta sigue en este navegador; vuelva a intentarlo dentro de unos días.',
    },
  },
  /** design/writing.md#draft-budget */
  drafts: {
    unproven: {
      bytes: 4 * megabyte,
      full: 'Confirme su correo para guardar en su cuenta un borrador tan grande. Mientras tanto sigue en este navegador.',
    },
    proven: {
      bytes: 32 * megabyte,
      full: 'Sus borradores ocupan demasiado. Este sigue en este navegador; borre otro para guardarlo en su cuenta.',
    },
  },
}

/**
 * `take` counts a try of `key` (a caller, an address, an account) or its weight, answers the count, and refuses with
 * 429 above the limit; a site has eight times the limit (design/load.md#networks). `check` counts nothing and refuses
 * while the limit is exceeded. `giveBack` removes one try, `forgive` all.
 */
export type Limit = {
  take(key: string, weight?: number): Promise<number>
  check(key: string): Promise<void>
  giveBack(key: string): Promise<void>
  forgive(key: string): Promise<void>
}
export type Limits = Record<keyof typeof limitTable, Limit>

/** `un minuto`, `43 minutos`, `23 horas`: rounded up. */
function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  if (minutes > 120) return `${Math.ceil(minutes / 60)} horas`
  return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

export function tooManyTries(secondsLeft: number, { code, detail } = usual): Failure {
  const left = Math.max(1, secondsLeft)
  return new Failure(429, detail(waitInWords(left)), code, { 'retry-after': String(left) })
}

/** More callers than most families have, and far fewer than a /48 holds. */
const callersOfSite = 8

export const mapLimits = (make: (name: string, row: Row) => Limit): Limits =>
  Object.fromEntries(Object.entries(limitTable).map(([name, row]) => [name, make(name, row)])) as Limits

/** Counted in the database, so that limits survive a restart and hold for all nodes. Keys are stored as hashes only. */
export function createLimits(pool: Pick<pg.Pool, 'query'>): Limits {
  // Named statements are prepared per session, and behind a pooler the session changes.
  const unnamed = { query: ({ text, values }: pg.QueryConfig) => pool.query({ text, values: values ?? [] }) }
  return mapLimits((name, { points, within, refusal = usual, inMemory }) => {
    const counting = (keyPrefix: string, points: number) => {
      const options = { keyPrefix, points, duration: inSeconds(within) }
      if (inMemory) return new RateLimiterMemory(options)
      return new RateLimiterPostgres({
        ...options,
        storeClient: unnamed,
        storeType: 'client',
        tableName: 'rate_limit',
        tableCreated: true,
        clearExpiredByTimeout: false,
      })
    }
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
  })
}

/** Deletes expired tries; answers the number of rows. `expire` is in milliseconds. */
export async function sweepLimits(db: Db, now: Date): Promise<number> {
  const gone = await db
    .deleteFrom('rate_limit')
    .where('expire', '<=', String(now.getTime()))
    .executeTakeFirst()
  return Number(gone.numDeletedRows)
}

/** Counts bytes an account writes. @throws Failure 429 */
export async function takeBytes(
  limits: Limits,
  what: 'letter' | 'draft' | 'book',
  { accountId, emailVerified, network }: SignedIn,
  bytes: number,
): Promise<void> {
  const kilobytes = Math.ceil(bytes / kilobyte)
  await limits[`${what}Kilobytes${emailVerified ? '' : 'Unproven'}`].take(accountId, kilobytes)
  if (!emailVerified) await limits.unprovenKilobytes.take(siteOf(network), kilobytes)
}

/** Bytes that an account may store. */
export const mayKeep = (what: keyof typeof kept, { emailVerified }: SignedIn): number =>
  kept[what][emailVerified ? 'proven' : 'unproven'].bytes

export const noSpaceLeft = (what: keyof typeof kept, { emailVerified }: SignedIn): Failure =>
  new Failure(413, kept[what][emailVerified ? 'proven' : 'unproven'].full, 'no-space-left')
