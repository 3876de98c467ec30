import type { Db, Tx } from '../../database/tables.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { SignedIn } from '../../http/bearer.ts'
import type { Clock } from '../../outside/clock.ts'
import type { Random } from '../../outside/random.ts'
import type { PseudonymOf } from '../../database/keys/pseudonym.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { isSessionOfMailbox } from '../operators-table.ts'
import { lockFactors } from './factors-table.ts'
import { keepProof, provenAt } from './sessions-table.ts'

export type FactorDeps = {
  db: Db
  clock: Clock
  random: Random
  cipher: LetterCipher
  pseudonymOf: PseudonymOf
  publicUrl: URL
}
/** Whose session it is that gives a factor. */
export type EnteringOperator = Pick<SignedIn, 'accountId' | 'sessionId' | 'email'>

/**
 * Looks at what somebody gives as their second factor, and keeps with the session that it was right; in the record
 * either way (design.md#operators-on-record).
 */
export function prove(
  { db, clock, pseudonymOf }: Pick<FactorDeps, 'db' | 'clock' | 'pseudonymOf'>,
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
    const subject = pseudonymOf(accountId)
    const entry = { by: subject, action: right ? action : 'refuse-factor', subject, note, now } as const
    await recordAuditEntry(tx, entry)
    return right ? 'proven' : 'factor-refused'
  })
}

/** Another session may have added the first one, or the command line taken all away, since it was asked (require-operator.ts). */
const mayStillAdd = async (tx: Tx, sessionId: string, known: number): Promise<boolean> =>
  known ? (await provenAt(tx, sessionId)) !== null : isSessionOfMailbox(tx, sessionId)
