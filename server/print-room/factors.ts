import { earlier, minutes } from '@lacre/letter/days.ts'
import type { FactorKind, OwnFactors } from '@lacre/letter/print-room/console-calls.ts'
import type { FastifyRequest } from 'fastify'
import { pseudonymOf } from '../database/cipher.ts'
import type { Db, Tx } from '../database/tables.ts'
import { callerOf, type SignedIn } from '../http/bearer.ts'
import { recordAuditEntry } from './audit-log.ts'
import { isSessionOfMailbox } from './operators.ts'
import type { World } from '../world.ts'
import { Secret, TOTP } from 'otpauth'

export type FactorDeps = Pick<World, 'db' | 'clock' | 'random' | 'cipher' | 'publicUrl'>
/** A signed-in operator before the second factor. */
export type EnteringOperator = Pick<SignedIn, 'accountId' | 'sessionId' | 'email'>

/**
 * Checks a second factor and stores the proof with the session. Success and failure are both recorded
 * (design/print-room.md#operators-on-record).
 */
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

/**
 * Check again: another session may have added the first factor, or the command line removed all, since the request was
 * authorized.
 */
const mayStillAdd = async (tx: Tx, sessionId: string, known: number): Promise<boolean> =>
  known ? (await provenAt(tx, sessionId)) !== null : isSessionOfMailbox(tx, sessionId)

/**
 * Counts tries at a second factor by session, if it was proven before or opened by the mailbox; else by account and
 * network. Codes of six digits count per account too. Sessions opened by the mailbox have their own count, so that a
 * stranger with the password cannot lock the operator out (design/print-room.md#operator-factor).
 * @returns a function that takes a try, which returns one that forgives it @throws Failure 429
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

/** When this session last gave its second factor; null when never. */
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

/** Returns and deletes the session's challenge, so that no answer counts twice. */
export async function takeChallenge(tx: Tx, sessionId: string, now: Date): Promise<string | undefined> {
  const session = await tx
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
  const isOpen = session?.challenge_at && session.challenge_at > earlier(now, challengeLasts)
  return (isOpen && session.challenge) || undefined
}

/** Proofs of the session `kept` stay. */
const dropProofs = (tx: Tx, accountId: string, kept?: string) =>
  tx
    .deleteFrom('operator_session')
    .$if(kept !== undefined, (query) => query.where('session_id', '<>', kept!))
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()

/** Only the command line removes the last factor. Other sessions lose their proofs: a thief may have given them. */
export function removeFactor(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  { accountId, sessionId }: EnteringOperator,
  id: string,
): Promise<'removed' | 'factor-unknown' | 'factor-last'> {
  return db.transaction().execute(async (tx) => {
    const known = await lockFactors(tx, accountId)
    const factor = known.find((one) => one.id === id)
    if (!factor) return 'factor-unknown'
    if (known.length === 1) return 'factor-last'
    await tx.deleteFrom('operator_factor').where('account_id', '=', accountId).where('id', '=', id).execute()
    await dropProofs(tx, accountId, sessionId)
    const subject = pseudonymOf(cipher, accountId)
    const entry = { by: subject, action: 'remove-factor', subject, note: factor.kind } as const
    await recordAuditEntry(tx, { ...entry, now: clock.now() })
    return 'removed'
  })
}

/** Removes all factors, including unconfirmed ones, and all proofs. False when there was none. */
export async function removeFactors(tx: Tx, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId)
  await dropProofs(tx, accountId)
  const gone = tx.deleteFrom('operator_factor').where('account_id', '=', accountId)
  return (await gone.executeTakeFirst()).numDeletedRows > 0n
}

/** Confirmed factors, oldest first. */
export async function listFactors(db: Db | Tx, accountId: string): Promise<OwnFactors['factors']> {
  const factors = await db
    .selectFrom('operator_factor')
    .select(['id', 'kind', 'added_at'])
    .where('account_id', '=', accountId)
    .where('counter', 'is not', null)
    .orderBy('added_at')
    .execute()
  return factors.map(({ added_at, ...factor }) => ({ ...factor, since: added_at.toISOString() }))
}

export const passkeyIds = (factors: OwnFactors['factors']): string[] =>
  factors.flatMap(({ id, kind }) => (kind === 'passkey' ? [id] : []))

/** Lists the factors under the operator's lock, so that none changes meanwhile. */
async function lockFactors(tx: Tx, accountId: string): Promise<OwnFactors['factors']> {
  await tx
    .selectFrom('operator')
    .select('account_id')
    .where('account_id', '=', accountId)
    .forUpdate()
    .execute()
  return listFactors(tx, accountId)
}

type FactorName = { accountId: string; id: string; kind: FactorKind }

/** Replaces an unconfirmed factor; false when a confirmed one has this id. `counter` null: unconfirmed. */
export async function putFactor(
  db: Db | Tx,
  cipher: FactorDeps['cipher'],
  { accountId: account_id, id, kind }: FactorName,
  { secret, counter, now }: { secret: string; counter: number | null; now: Date },
): Promise<boolean> {
  const { wrapped_key, key_name, content } = cipher.seal(account_id, { content: secret })
  const fresh = { kind, wrapped_key, key_name, content, counter, added_at: now }
  const put = await db
    .insertInto('operator_factor')
    .values({ account_id, id, ...fresh })
    .onConflict((known) =>
      known.columns(['account_id', 'id']).doUpdateSet(fresh).where('operator_factor.counter', 'is', null),
    )
    .executeTakeFirst()
  return put.numInsertedOrUpdatedRows === 1n
}

/** Locks the factor until the transaction ends. @throws UnknownLetterKey */
export async function openFactor(tx: Tx, cipher: FactorDeps['cipher'], { accountId, id, kind }: FactorName) {
  const factor = await tx
    .selectFrom('operator_factor')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst()
  if (!factor) return undefined
  const { counter } = factor
  return { secret: cipher.openContent(accountId, factor), counter: counter === null ? null : Number(counter) }
}

export const countFactor = (tx: Tx, { accountId, id }: FactorName, counter: number) =>
  tx
    .updateTable('operator_factor')
    .set({ counter })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute()

/** Each operator has at most one application. */
const totpFactor = (accountId: string): FactorName => ({ accountId, id: 'totp', kind: 'totp' })

/** The defaults of all applications (RFC 6238). */
const totpDefaults = { issuer: 'Lacre', algorithm: 'SHA1', digits: 6, period: 30 }

export const codeAt = (secret: string, now: Date): string =>
  new TOTP({ ...totpDefaults, secret }).generate({ timestamp: now.getTime() })

/** The time step of a code: the current one or a neighbour, since clocks differ. Undefined: a wrong code. */
function matchTimeStep(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime()
  const away = new TOTP({ ...totpDefaults, secret }).validate({ token: code, timestamp, window: 1 })
  return away === null ? undefined : TOTP.counter({ period: totpDefaults.period, timestamp }) + away
}

/** A new secret and the address in its QR code. It counts once its first code was confirmed. */
export async function beginCodes(
  { db, clock, random, cipher }: FactorDeps,
  { accountId, email }: EnteringOperator,
): Promise<{ secret: string; address: string } | 'totp-known'> {
  const secret = Secret.fromHex(random.bytes(20).toString('hex')).base32
  const begun = await putFactor(db, cipher, totpFactor(accountId), {
    secret,
    counter: null,
    now: clock.now(),
  })
  const address = new TOTP({ ...totpDefaults, label: email, secret }).toString()
  return begun ? { secret, address } : 'totp-known'
}

/** 'add-factor': the first code of a new application. @throws UnknownLetterKey */
export const giveCode = (
  deps: FactorDeps,
  operator: EnteringOperator,
  { code, action }: { code: string; action: 'sign-in' | 'add-factor' },
) =>
  prove(deps, operator, action, 'totp', async (tx, now) => {
    const name = totpFactor(operator.accountId)
    const totp = await openFactor(tx, deps.cipher, name)
    if (!totp || (totp.counter === null) !== (action === 'add-factor')) return false
    const step = matchTimeStep(totp.secret, code, now)
    // A code counts once, and never after a later one.
    if (step === undefined || step <= (totp.counter ?? 0)) return false
    await countFactor(tx, name, step)
    return true
  })

/** An SVG for a page. Loaded at first use: the library weighs more than the rest. */
export async function qrCode(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG({ bcid: 'qrcode', text })
}
