import { earlier, minutes } from '@lacre/letter/days.ts'
import type { FactorKind, OwnFactors } from '@lacre/letter/print-room/console-calls.ts'
import type { FastifyRequest } from 'fastify'
import { pseudonymOf } from '../database/cipher.ts'
import type { Db, Tx, NewRow } from '../database/tables.ts'
import { callerOf, type SignedIn } from '../http/bearer.ts'
import { recordAuditEntry } from './audit-log.ts'
import { isSessionOfMailbox } from './operators.ts'
import type { World } from '../world.ts'
import { Secret, TOTP } from 'otpauth'

export type FactorDeps = Pick<World, 'db' | 'clock' | 'random' | 'cipher' | 'publicUrl'>
/** Whose session it is that gives a factor. */
export type EnteringOperator = Pick<SignedIn, 'accountId' | 'sessionId' | 'email'>

/** Checks a second factor and keeps the proof with the session; recorded either way (design/print-room.md#operators-on-record). */
export function prove(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  { accountId, sessionId }: EnteringOperator,
  action: 'sign-in' | 'add-factor',
  note: 'passkey' | 'totp',
  isRight: (tx: Tx, now: Date) => Promise<boolean>,
): Promise<'proven' | 'factor-refused'> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const known = await lockFactors(tx, accountId)
    const mayAdd = action !== 'add-factor' || (await mayStillAdd(tx, sessionId, known.length))
    const right = mayAdd && (await isRight(tx, now))
    if (right) await keepProof(tx, sessionId, now)
    const subject = pseudonymOf(cipher, accountId)
    const entry = { by: subject, action: right ? action : 'refuse-factor', subject, note, now } as const
    await recordAuditEntry(tx, entry)
    return right ? 'proven' : 'factor-refused'
  })
}

/** Another session may have added the first one, or the command line taken all away, since it was asked (require-operator.ts). */
const mayStillAdd = async (tx: Tx, sessionId: string, known: number): Promise<boolean> =>
  known ? (await provenAt(tx, sessionId)) !== null : isSessionOfMailbox(tx, sessionId)

/**
 * Counts a try at a second factor where a stranger's tries are not counted: in a session that has given it before or that the
 * mailbox opened, else for the account and network together. Six digits are also counted for the account, wherever they are typed; apart in sessions that
 * the mailbox opened, so that nobody is locked out by who has the password only (design/print-room.md#operator-factor).
 * @returns what takes a try, which returns what forgives it @throws Failure 429
 */
export function factorTries({ db, limits }: Pick<World, 'db' | 'limits'>) {
  const { factors: tries, factorCodes: anywhere, factorCodesOfMailbox: ofMailbox } = limits
  return async (
    { ip }: FastifyRequest,
    { accountId, sessionId }: EnteringOperator,
    { isGuessable }: { isGuessable: boolean },
  ): Promise<() => Promise<void>> => {
    const isKnown = (await provenAt(db, sessionId)) !== null
    const isOfMailbox = !isKnown && (await isSessionOfMailbox(db, sessionId))
    const key = isKnown || isOfMailbox ? sessionId : `${accountId} ${callerOf(ip)}`
    await tries.take(key)
    if (isGuessable && !isKnown) await (isOfMailbox ? ofMailbox : anywhere).take(accountId)
    return () => tries.forgive(key)
  }
}

const challengeLasts = minutes(5)

/** When this session gave its second factor last; null when never. */
export async function provenAt(db: Db | Tx, sessionId: string): Promise<Date | null> {
  const session = await db
    .selectFrom('operator_session')
    .select('proven_at')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return session?.proven_at ?? null
}

const put = (
  db: Db | Tx,
  session_id: string,
  values: { proven_at: Date } | { challenge: string; challenge_at: Date },
) =>
  db
    .insertInto('operator_session')
    .values({ session_id, ...values })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(values))
    .execute()

const keepProof = (tx: Tx, sessionId: string, now: Date) => put(tx, sessionId, { proven_at: now })

export const keepChallenge = (db: Db, sessionId: string, challenge: string, now: Date) =>
  put(db, sessionId, { challenge, challenge_at: now })

/** What its browser was asked, once: no answer is good twice. */
export async function takeChallenge(tx: Tx, sessionId: string, now: Date): Promise<string | undefined> {
  const asked = await tx
    .selectFrom('operator_session')
    .select(['challenge', 'challenge_at'])
    .where('session_id', '=', sessionId)
    .forUpdate()
    .executeTakeFirst()
  await tx
    .updateTable('operator_session')
    .set({ challenge: null })
    .where('session_id', '=', sessionId)
    .execute()
  const isOpen = asked?.challenge_at && asked.challenge_at > earlier(now, challengeLasts)
  return (isOpen && asked.challenge) || undefined
}

/** But not what the session `kept` has proven. */
const dropProofs = (tx: Tx, accountId: string, kept?: string) =>
  tx
    .deleteFrom('operator_session')
    .$if(kept !== undefined, (query) => query.where('session_id', '<>', kept!))
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()

/** The last one only the command line removes. Proofs of other sessions end: a thief may have given them. */
export function removeFactor(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  { accountId, sessionId }: EnteringOperator,
  { id, kind }: { id: string; kind: FactorKind },
): Promise<'removed' | 'factor-unknown' | 'factor-last'> {
  return db.transaction().execute(async (tx) => {
    const known = await lockFactors(tx, accountId)
    if (!known.some((factor) => factor.id === id && factor.kind === kind)) return 'factor-unknown'
    if (known.length === 1) return 'factor-last'
    if (kind === 'passkey') await tx.deleteFrom('operator_passkey').where('credential_id', '=', id).execute()
    else await tx.deleteFrom('operator_totp').where('account_id', '=', accountId).execute()
    await dropProofs(tx, accountId, sessionId)
    const subject = pseudonymOf(cipher, accountId)
    await recordAuditEntry(tx, {
      by: subject,
      action: 'remove-factor',
      subject,
      note: kind,
      now: clock.now(),
    })
    return 'removed'
  })
}

/** Also begun ones, and what sessions have proven with them. False when there was none. */
export async function removeFactors(tx: Tx, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId)
  await dropProofs(tx, accountId)
  let removed = 0n
  for (const table of ['operator_passkey', 'operator_totp'] as const)
    removed += (await tx.deleteFrom(table).where('account_id', '=', accountId).executeTakeFirst())
      .numDeletedRows
  return removed > 0n
}

type Factors = { passkeys: string[]; hasTotp: boolean }

/** The ids of somebody's passkeys, and whether an application of theirs gives codes. */
export async function factorsOf(db: Db | Tx, accountId: string): Promise<Factors> {
  const factors = await listFactors(db, accountId)
  return {
    passkeys: factors.flatMap(({ id, kind }) => (kind === 'passkey' ? [id] : [])),
    hasTotp: factors.some(({ kind }) => kind === 'totp'),
  }
}

export const hasFactor = ({ passkeys, hasTotp }: Factors): boolean => passkeys.length > 0 || hasTotp

/** Those that count, the oldest first. */
export async function listFactors(db: Db | Tx, accountId: string): Promise<OwnFactors['factors']> {
  const passkeys = await db
    .selectFrom('operator_passkey')
    .select(['credential_id', 'added_at'])
    .where('account_id', '=', accountId)
    .execute()
  const totps = await db
    .selectFrom('operator_totp')
    .select('added_at')
    .where('account_id', '=', accountId)
    .where('last_step', 'is not', null)
    .execute()
  return [
    ...passkeys.map(({ credential_id: id, added_at }) => ({ id, kind: 'passkey' as const, added_at })),
    ...totps.map(({ added_at }) => ({ id: 'totp', kind: 'totp' as const, added_at })),
  ]
    .toSorted((a, b) => a.added_at.getTime() - b.added_at.getTime())
    .map(({ added_at, ...factor }) => ({ ...factor, since: added_at.toISOString() }))
}

/** The same, of which nobody else adds, gives or removes one meanwhile. */
async function lockFactors(tx: Tx, accountId: string): Promise<OwnFactors['factors']> {
  await tx
    .selectFrom('operator')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
  return listFactors(tx, accountId)
}

export const passkeyOf = (tx: Tx, accountId: string, credentialId: string) =>
  tx
    .selectFrom('operator_passkey')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .forUpdate()
    .executeTakeFirst()

/** False when it is known already. */
export async function addPasskey(tx: Tx, passkey: NewRow<'operator_passkey'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('operator_passkey')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const countPasskey = (tx: Tx, credentialId: string, counter: number) =>
  tx.updateTable('operator_passkey').set({ counter }).where('credential_id', '=', credentialId).execute()

/** In place of one that was begun and never confirmed; false when there is one that counts. */
async function beginTotp(db: Db, totp: NewRow<'operator_totp'>): Promise<boolean> {
  const { account_id, ...fresh } = totp
  const put = await db
    .insertInto('operator_totp')
    .values({ account_id, ...fresh })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(fresh).where('operator_totp.last_step', 'is', null),
    )
    .executeTakeFirst()
  return put.numInsertedOrUpdatedRows === 1n
}

const totpOf = (tx: Tx, accountId: string) =>
  tx
    .selectFrom('operator_totp')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()

/** What every application takes without being asked (RFC 6238). */
const form = { issuer: 'Lacre', algorithm: 'SHA1', digits: 6, period: 30 }

export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ ...form, secret }).generate({ timestamp: now.getTime() })

/** The half minute a code is of: this one, or its neighbours, since clocks differ. Undefined: it is none of them. */
function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const away = new TOTP({ ...form, secret }).validate({ token: code, timestamp, window: 1 })
  return away === null ? undefined : TOTP.counter({ period: form.period, timestamp }) + away
}

/** A secret for an application, and the address its QR code holds; it counts once its first code has come back. */
export async function beginCodes(
  { db, clock, random, cipher }: FactorDeps,
  { accountId, email }: EnteringOperator,
): Promise<{ secret: string; address: string } | 'totp-known'> {
  const secret = Secret.fromHex(random.bytes(20).toString('hex')).base32
  const { wrapped_key, key_name, content } = cipher.seal(accountId, { content: secret })
  const row = { account_id: accountId, wrapped_key, key_name, content, added_at: clock.now() }
  const address = new TOTP({ ...form, label: email, secret }).toString()
  return (await beginTotp(db, row)) ? { secret, address } : 'totp-known'
}

/** 'add-factor': the first code of an application that was begun. @throws UnknownLetterKey */
export const giveCode = (
  deps: FactorDeps,
  operator: EnteringOperator,
  { code, action }: { code: string; action: 'sign-in' | 'add-factor' },
) =>
  prove(deps, operator, action, 'totp', async (tx, now) => {
    const { accountId } = operator
    const totp = await totpOf(tx, accountId)
    if (!totp || (totp.last_step === null) !== (action === 'add-factor')) return false
    const step = stepOf(deps.cipher.openContent(accountId, totp), code, now)
    // No code counts twice, nor one older than the last.
    if (step === undefined || step <= (totp.last_step ?? 0)) return false
    await tx
      .updateTable('operator_totp')
      .set({ last_step: step })
      .where('account_id', '=', accountId)
      .execute()
    return true
  })

/** As SVG, for a page to show; black on nothing. Loaded when somebody first asks: it weighs more than the rest. */
export async function qrCode(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG({ bcid: 'qrcode', text })
}
