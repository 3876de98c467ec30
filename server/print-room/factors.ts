import { earlier, minutes } from '@lacre/letter/days.ts'
import type { FactorKind } from '@lacre/letter/print-room/console-calls.ts'
import type { FastifyRequest } from 'fastify'
import { pseudonymOf } from '../database/cipher.ts'
import type { Db, Tx } from '../database/tables.ts'
import { callerOf, type SignedIn } from '../http/bearer.ts'
import { recordAuditEntry } from './audit-log.ts'
import { dropFactors, dropPasskey, dropTotp, lockFactors } from './factors-table.ts'
import { isSessionOfMailbox } from './operators-table.ts'
import type { World } from '../world.ts'

export type FactorDeps = Pick<World, 'db' | 'clock' | 'random' | 'cipher' | 'publicUrl'>
/** Whose session it is that gives a factor. */
export type EnteringOperator = Pick<SignedIn, 'accountId' | 'sessionId' | 'email'>

/**
 * Looks at what somebody gives as their second factor, and keeps with the session that it was right; in the record
 * either way (design.md#operators-on-record).
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

/** Another session may have added the first one, or the command line taken all away, since it was asked (require-operator.ts). */
const mayStillAdd = async (tx: Tx, sessionId: string, known: number): Promise<boolean> =>
  known ? (await provenAt(tx, sessionId)) !== null : isSessionOfMailbox(tx, sessionId)

/**
 * Counts a try at a second factor where a stranger's tries are not counted: in a session that has given it before or that the
 * mailbox opened, else for the account and network together. Six digits are also counted for the account, wherever they are typed; apart in sessions that
 * the mailbox opened, so that nobody is locked out by who has the password only (design.md#operator-factor).
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

const dropProofs = (tx: Tx, accountId: string) =>
  tx
    .deleteFrom('operator_session')
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()

/** But not what this session has proven. */
const dropOtherProofs = (tx: Tx, accountId: string, sessionId: string) =>
  tx
    .deleteFrom('operator_session')
    .where('session_id', '<>', sessionId)
    .where('session_id', 'in', (sessions) =>
      sessions.selectFrom('login_session').select('id').where('account_id', '=', accountId),
    )
    .execute()

/**
 * One of several; the last one only the command line takes away. What other sessions have proven ends with it: it may
 * have been given by whoever has found it.
 */
export function removeFactor(
  { db, clock, cipher }: Pick<World, 'db' | 'clock' | 'cipher'>,
  { accountId, sessionId }: EnteringOperator,
  { id, kind }: { id: string; kind: FactorKind },
): Promise<'removed' | 'factor-unknown' | 'factor-last'> {
  return db.transaction().execute(async (tx) => {
    const known = await lockFactors(tx, accountId)
    if (!known.some((factor) => factor.id === id && factor.kind === kind)) return 'factor-unknown'
    if (known.length === 1) return 'factor-last'
    if (kind === 'passkey') await dropPasskey(tx, id)
    else await dropTotp(tx, accountId)
    await dropOtherProofs(tx, accountId, sessionId)
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

/** Also what sessions have proven with them. False when there was none. */
export async function removeFactors(tx: Tx, accountId: string): Promise<boolean> {
  await lockFactors(tx, accountId)
  await dropProofs(tx, accountId)
  return (await dropFactors(tx, accountId)) > 0
}
