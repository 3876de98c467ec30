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

/** Also begun ones, and what sessions have proven with them. False when there was none. */
export async function removeFactors(tx: Tx, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId)
  await dropProofs(tx, accountId)
  const gone = tx.deleteFrom('operator_factor').where('account_id', '=', accountId)
  return (await gone.executeTakeFirst()).numDeletedRows > 0n
}

/** Those that count, the oldest first. */
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

/** The ids of those that are passkeys. */
export const passkeysOf = (factors: OwnFactors['factors']): string[] =>
  factors.flatMap(({ id, kind }) => (kind === 'passkey' ? [id] : []))

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

type FactorName = { accountId: string; id: string; kind: FactorKind }

/** In place of one that was begun and never confirmed; false when one of this id counts. `counter` null: it is begun. */
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

/** Locked until the transaction ends. @throws UnknownLetterKey */
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

/** Each operator has one application at most. */
const totpOf = (accountId: string): FactorName => ({ accountId, id: 'totp', kind: 'totp' })

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
  const begun = await putFactor(db, cipher, totpOf(accountId), { secret, counter: null, now: clock.now() })
  const address = new TOTP({ ...form, label: email, secret }).toString()
  return begun ? { secret, address } : 'totp-known'
}

/** 'add-factor': the first code of an application that was begun. @throws UnknownLetterKey */
export const giveCode = (
  deps: FactorDeps,
  operator: EnteringOperator,
  { code, action }: { code: string; action: 'sign-in' | 'add-factor' },
) =>
  prove(deps, operator, action, 'totp', async (tx, now) => {
    const name = totpOf(operator.accountId)
    const totp = await openFactor(tx, deps.cipher, name)
    if (!totp || (totp.counter === null) !== (action === 'add-factor')) return false
    const step = stepOf(totp.secret, code, now)
    // No code counts twice, nor one older than the last.
    if (step === undefined || step <= (totp.counter ?? 0)) return false
    await countFactor(tx, name, step)
    return true
  })

/** As SVG, for a page to show; black on nothing. Loaded when somebody first asks: it weighs more than the rest. */
export async function qrCode(text: string): Promise<string> {
  const { default: bwip } = await import('bwip-js/node')
  return bwip.toSVG({ bcid: 'qrcode', text })
}
