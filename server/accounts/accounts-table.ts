import { sql } from 'kysely'
import { givenBackLetters, isLostClaim, keepsPaidLetters } from '../database/queries.ts'
import type { Db, Tx } from '../database/tables.ts'
import { notSignedIn } from '../http/bearer.ts'
import type { World } from '../world.ts'
import { readEmail } from '@lacre/letter/accounts/written.ts'

/** Take it before any row lock: proofs of two claims at once must take turns. */
export async function lockMailbox(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 1))`.execute(tx)
}

/** The account, unless it was erased. */
export const livingAccount = (db: Db | Tx, id: string) =>
  db.selectFrom('account').where('id', '=', id).where('email', '!=', '')

/** For rows of `account`: a lost claim can be opened while it keeps a paid letter. */
export const mayBeOpened = sql<boolean>`(not ${isLostClaim} or ${keepsPaidLetters})`

/** For rows of `account`: whether this browser is known to it. */
export const isKnownTo = (device: Buffer | undefined) => sql<boolean>`exists (select from known_device
  where known_device.account_id = account.id and device_hash = ${device ?? null})`

export const verifiedAccount = (db: Db | Tx, written: string, device?: Buffer) =>
  db
    .selectFrom('account')
    .select(['id', 'social_subject', 'only_google', isKnownTo(device).as('is_known_here')])
    .where('email', '=', canonicalEmail(written))
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()

/**
 * The password of a signed-in account, before it is changed or erased. @throws Failure 401 when the account is erased
 */
export const findOwnPassword = (db: Db, id: string, device: Buffer | undefined) =>
  livingAccount(db, id)
    .select(['id', 'password_hash'])
    .select(isKnownTo(device).as('is_known_here'))
    .executeTakeFirstOrThrow(notSignedIn)

/** The newest claim made or signed in to in this browser; lost claims are known in no browser. */
export const claimKnownTo = (tx: Tx, email: string, device: Buffer) =>
  tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('email_verified_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where(isKnownTo(device))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Whether any account of the address has a letter. */
export async function hasLetters(tx: Tx, email: string): Promise<boolean> {
  const letter = await tx
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .select('letter.id')
    .where('email', '=', email)
    .executeTakeFirst()
  return letter !== undefined
}

/** When the first payment that was not refunded arrived for a claim; null: never. */
const firstPaidAt = (db: Db | Tx) => {
  const givenBack = givenBackLetters(db).where('letter_id', '=', sql<string>`letter.id`)
  return sql`(select min(paid_at) from letter join payment_money on letter_id = letter.id
    where letter.account_id = account.id and received_cents > 0 and not exists ${givenBack})`
}

/**
 * The accounts that a password for this address may open, by priority: the verified account (in a browser it knows,
 * even without a password), claims known to this browser, claims with a payment not refunded (earliest first), then the
 * newest claims.
 */
export const findPasswordCandidates = (
  db: Db | Tx,
  email: string,
  device: Buffer | undefined,
  limit: number,
) =>
  db
    .selectFrom('account')
    .select(['id', 'password_hash', 'email_verified_at', isLostClaim.as('is_lost')])
    .select(isKnownTo(device).as('is_known_here'))
    .where('email', '=', email)
    .where((is) =>
      is.or([
        is('password_hash', 'is not', null),
        is.and([is('email_verified_at', 'is not', null), isKnownTo(device)]),
      ]),
    )
    .where(mayBeOpened)
    .orderBy(sql`email_verified_at is null`)
    .orderBy(isKnownTo(device), 'desc')
    .orderBy(firstPaidAt(db), (order) => order.asc().nullsLast())
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/**
 * The account that gets a link: the verified one, else a claim known to this browser, else the newest claim not lost.
 */
export const accountInCharge = (db: Db | Tx, email: string, device?: Buffer) =>
  db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where((is) => is.or([is('email_verified_at', 'is not', null), is('password_hash', 'is not', null)]))
    .orderBy(sql`email_verified_at is null`)
    .orderBy(isKnownTo(device), 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** Counts letters that were paid, in any state (design/accounts.md#profile-data). */
export async function letterFigures(
  db: Db,
  accountId: string,
): Promise<{ lettersWritten: number; lastLetterAt: Date | null }> {
  const { written, last } = await db
    .selectFrom('letter')
    .innerJoin('letter_step', 'letter_step.letter_id', 'letter.id')
    .select((eb) => [
      eb.fn.count<string>('letter.id').distinct().as('written'),
      eb.fn.max('letter_step.at').as('last'),
    ])
    .where('letter.account_id', '=', accountId)
    .where('letter_step.step', '=', 'pay')
    .executeTakeFirstOrThrow()
  return { lettersWritten: Number(written), lastLetterAt: last }
}

/** Call it after `endAccess`. Removes the addresses; an account with letters keeps its row. */
export async function forgetAccounts(tx: Tx, ids: string[]): Promise<void> {
  if (!ids.length) return
  await tx.deleteFrom('email_link').where('account_id', 'in', ids).execute()
  await tx.updateTable('account').set({ email: '', email_verified_at: null }).where('id', 'in', ids).execute()
  await tx
    .deleteFrom('account')
    .where('id', 'in', ids)
    .where((where) =>
      where.not(
        where.exists(
          where.selectFrom('letter').select('letter.id').whereRef('account_id', '=', 'account.id'),
        ),
      ),
    )
    .execute()
}

export async function forgetCodes(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('sign_in_code').where('email', '=', email).execute()
}

/** Erases the content of lost claims; from a later module, so `app.ts` hands it in. */
type EraseContents = (tx: Tx, accountIds: string[]) => Promise<void>

export type AccountsDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'limits' | 'passwords' | 'captcha' | 'social' | 'publicUrl'
> & { eraseContents: EraseContents }

/**
 * The canonical form of an address, so that `Ana@X.es` and `ana@x.es ` are one account. PostgreSQL cannot store NUL; it
 * is replaced by a character that no address contains.
 */
export const canonicalEmail = (written: string): string =>
  readEmail(written).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
