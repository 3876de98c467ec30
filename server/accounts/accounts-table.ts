import { sql } from 'kysely'
import { givenBackLetters, isLostClaim, keepsPaidLetters } from '../database/queries.ts'
import type { Db, Tx } from '../database/tables.ts'
import { notSignedIn } from '../http/bearer.ts'
import type { World } from '../world.ts'
import { readEmail } from '@lacre/letter/accounts/written.ts'

/** Before any other row is locked: two claims proven at once take turns. */
export async function lockMailbox(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 1))`.execute(tx)
}

/** Whose session was open a moment ago: one that is erased has no row any more, or no address. */
export const livingAccount = (db: Db | Tx, id: string) =>
  db.selectFrom('account').where('id', '=', id).where('email', '!=', '')

/** Of the account that the query is about: a claim that has lost opens as long as it keeps a paid letter. */
export const mayBeOpened = sql<boolean>`(not ${isLostClaim} or ${keepsPaidLetters})`

/** Of the account that the query is about. */
export const isKnownTo = (device: Buffer | undefined) => sql<boolean>`exists (select from known_device
  where known_device.account_id = account.id and device_hash = ${device ?? null})`

export const verifiedAccount = (db: Db | Tx, written: string, device?: Buffer) =>
  db
    .selectFrom('account')
    .select(['id', 'social_subject', 'only_google', isKnownTo(device).as('is_known_here')])
    .where('email', '=', canonicalEmail(written))
    .where('email_verified_at', 'is not', null)
    .executeTakeFirst()

/** What is asked for before somebody who is signed in changes or erases the account. @throws Failure 401 when it is erased */
export const ownPassword = (db: Db, id: string, device: Buffer | undefined) =>
  livingAccount(db, id)
    .select(['id', 'password_hash'])
    .select(isKnownTo(device).as('is_known_here'))
    .executeTakeFirstOrThrow(notSignedIn)

/** The newest claim made or entered in this browser; one that has lost is known to none. */
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

/** Whether any account of the address has written a letter. */
export async function hasLetters(tx: Tx, email: string): Promise<boolean> {
  const letter = await tx
    .selectFrom('letter')
    .innerJoin('account', 'account.id', 'letter.account_id')
    .select('letter.id')
    .where('email', '=', email)
    .executeTakeFirst()
  return letter !== undefined
}

/** When money that stayed was first received under a claim; null: never. No state says so. */
const firstPaidAt = (db: Db | Tx) => {
  const givenBack = givenBackLetters(db).where('letter_id', '=', sql<string>`letter.id`)
  return sql`(select min(paid_at) from letter join payment_money on letter_id = letter.id
    where letter.account_id = account.id and received_cents > 0 and not exists ${givenBack})`
}

/**
 * Whose passwords may open the address: the verified account first, in a browser that it knows also without one, then claims that this browser knows, claims under
 * which somebody's money was received and not given back, who paid first before all, and the newest.
 */
export const passwordsOf = (db: Db | Tx, email: string, device: Buffer | undefined, limit: number) =>
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

/** Whom a link goes to: the verified account, else a claim that this browser knows, else the newest that has not lost. */
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

/** Letters that were paid, whatever became of them (design/accounts.md#profile-data). */
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

/** After `endAccess`: nothing names them any more. What still has letters stays, without an address. */
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

/** All that lost claims on an address have written; of later modules, so that `app.ts` hands it in. */
type EraseContents = (tx: Tx, accountIds: string[]) => Promise<void>

/** Of the outside, what accounts need; each function takes what it needs of it. */
export type AccountsDeps = Pick<
  World,
  'db' | 'clock' | 'random' | 'limits' | 'passwords' | 'captcha' | 'social' | 'publicUrl'
> & { eraseContents: EraseContents }

/**
 * One spelling for an address, so that `Ana@X.es` and `ana@x.es ` are one account. A sign-in may bring any text:
 * what PostgreSQL cannot hold (NUL) becomes what no address holds, and finds nobody.
 */
export const canonicalEmail = (written: string): string =>
  readEmail(written).toLowerCase().toWellFormed().replaceAll('\0', '\uFFFD')
