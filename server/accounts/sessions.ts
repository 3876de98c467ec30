import { createHash } from 'node:crypto'
import { days, earlier, later } from '@lacre/letter/days.ts'
import type { FastifyRequest } from 'fastify'
import { isLostClaim } from '../database/queries.ts'
import type { Db, Tx } from '../database/tables.ts'
import { readBearer, callerOf, notSignedIn, type SignedIn } from '../http/bearer.ts'
import { Failure } from '../http/failure.ts'
import type { Random } from '../outside/clock.ts'
import { mayBeOpened, type AccountsDeps } from './accounts-table.ts'

/** From its last use, to within a day. */
const sessionLasts = days(30)

/** From the last sign-in there. */
export const deviceKnownFor = days(365)

/**
 * Opens a session; its token is only in the answer. Refused for a disabled account. `byMailbox`: opened by a code or
 * the mailbox's provider, as an operator's first factor requires (design/print-room.md#operator-factor).
 */
export async function openSession(
  deps: { random: Random },
  db: Db | Tx,
  { id, now, byMailbox = false }: { id: string; now: Date; byMailbox?: boolean },
  { device, browser }: Visitor,
): Promise<{ token: string } | { refused: 'account-disabled' }> {
  const account = db.selectFrom('account').select('disabled_at').where('id', '=', id)
  if ((await account.executeTakeFirstOrThrow()).disabled_at) return { refused: 'account-disabled' }
  const { token, hash } = newToken(deps.random)
  await db
    .insertInto('login_session')
    .values({
      token_hash: hash,
      account_id: id,
      browser,
      created_at: now,
      expires_at: later(now, sessionLasts),
      by_mailbox: byMailbox,
      device_hash: device ?? null,
    })
    .execute()
  if (device)
    await db
      .insertInto('known_device')
      .values({ account_id: id, device_hash: device, used_at: now })
      .onConflict((known) => known.columns(['account_id', 'device_hash']).doUpdateSet({ used_at: now }))
      .execute()
  return { token }
}

const onlyPaidLetters = () =>
  new Failure(
    403,
    'Este correo lo ha confirmado otra persona, así que aquí solo puede ver las cartas que pagó. Para escribir otra, cree una cuenta con su propio correo.',
    'only-paid-letters',
  )

/** The session's account. Read from the database at each call, so that an ended session is refused at once. */
export async function requireAccount(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  request: FastifyRequest,
  also?: 'paid-claim',
): Promise<SignedIn> {
  const now = clock.now()
  const hash = hashOfToken(readBearer(request))
  const account = await db
    .selectFrom('login_session')
    .innerJoin('account', 'account.id', 'login_session.account_id')
    .select(['account.id', 'login_session.id as sessionId', 'email', 'email_verified_at', 'expires_at'])
    .select(isLostClaim.as('is_lost'))
    .where('token_hash', '=', hash)
    .where('expires_at', '>', now)
    .where('disabled_at', 'is', null)
    .where(mayBeOpened)
    .executeTakeFirst()
  if (!account) throw notSignedIn()
  if (account.is_lost && also !== 'paid-claim') throw onlyPaidLetters()
  const renewed = later(now, sessionLasts)
  // Once a day, not with each call.
  if (account.expires_at < earlier(renewed, days(1)))
    await db
      .updateTable('login_session')
      .set({ expires_at: renewed })
      .where('token_hash', '=', hash)
      .execute()
  const { id: accountId, sessionId, email, email_verified_at } = account
  const network = callerOf(request.ip)
  return { accountId, sessionId, email, emailVerified: email_verified_at !== null, network }
}

/** Newest first. `current`: the hash of the caller's token. */
export async function findSessions(db: Db, accountId: string, current: Buffer, now: Date) {
  const open = await db
    .selectFrom('login_session')
    .select(['id', 'browser', 'created_at', 'token_hash'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(100)
    .execute()
  return open.map(({ id, browser, created_at, token_hash }) => ({
    id,
    browser,
    since: created_at.toISOString(),
    isCurrent: token_hash.equals(current),
  }))
}

/**
 * Ends a session, and forgets its browser, which others may use by now, unless it is the caller's. Does nothing for an
 * ended session or another account's. Requires `lockMailbox`.
 */
export async function endSession(
  tx: Tx,
  accountId: string,
  id: string,
  asking: Buffer | undefined,
): Promise<void> {
  const ended = await tx
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('device_hash')
    .executeTakeFirst()
  if (!ended?.device_hash || asking?.equals(ended.device_hash)) return
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', ended.device_hash)
    .execute()
}

/** Ends all sessions except `current`, and forgets their browsers. */
export async function endOtherSessions(
  tx: Tx,
  accountId: string,
  current: Buffer,
  device: Buffer | undefined,
): Promise<void> {
  await tx
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('token_hash', '!=', current)
    .execute()
  await tx
    .deleteFrom('known_device')
    .where('account_id', '=', accountId)
    .$if(!!device, (query) => query.where('device_hash', '!=', device!))
    .execute()
}

/** Ends a session. Idempotent. */
export async function logOut(db: Db, token: string): Promise<void> {
  await db.deleteFrom('login_session').where('token_hash', '=', hashOfToken(token)).execute()
}

export async function endSessions(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('login_session').where('account_id', '=', accountId).execute()
}

/**
 * Disabling ends the sessions; password and mailbox stay (design/print-room.md#disabled-accounts). `at` null: enables.
 * False: nothing changed.
 */
export async function setDisabled(tx: Tx, accountId: string, at: Date | null): Promise<boolean> {
  const changed = await tx
    .updateTable('account')
    .set({ disabled_at: at })
    .where('id', '=', accountId)
    .where('disabled_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  if (at) await endSessions(tx, accountId)
  return changed.numUpdatedRows === 1n
}

// The first match counts: most browsers also call themselves Safari, and Android calls itself Linux.
const families = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrom(e|ium)\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const
const systems = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const

const named = (names: readonly (readonly [RegExp, string])[], userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/** `Firefox en Windows`: enough for users to recognise a browser, too little to trace them. */
function browserOf(userAgent: string): string {
  const family = named(families, userAgent) ?? 'un navegador desconocido'
  const system = named(systems, userAgent)
  return system ? `${family} en ${system}` : family
}

/** A browser that sends its secret. `device`: the secret's hash. */
export type KnownVisitor = { device: Buffer; secret: string; browser: string; ip: string }
/** The browser that makes a call. */
export type Visitor = KnownVisitor | { device: undefined; browser: string; ip: string }

/** From a header, since the specification fixes the bodies. */
export function visitorOf({ headers, ip }: FastifyRequest): Visitor {
  const [secret] = /^[\w-]{43}$/.exec(String(headers['lacre-device'])) ?? []
  const browser = browserOf(headers['user-agent'] ?? '')
  return secret ? { device: hashOfToken(secret), secret, browser, ip } : { device: undefined, browser, ip }
}

/** Only the hash is stored, so a copy of the database opens nothing. A 256-bit secret needs no slow hash. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Opaque, 256 bits, safe in a URL and a header. */
export function newToken(random: Random): { token: string; hash: Buffer } {
  const token = random.bytes(32).toString('base64url')
  return { token, hash: hashOfToken(token) }
}
