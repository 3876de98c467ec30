import type { Day } from '@lacre/letter/days.ts'
import { disputeStates, isWithBank } from '@lacre/letter/price/payment-states.ts'
import { sql, type SqlBool } from 'kysely'
import pg from 'pg'
import type { Db } from './tables.ts'

const posted = sql<string>`coalesce(letter.post_on, '')`

/** Letters that leave on `day`: chosen for it, for an earlier day, or for none. Uses the index letter_posting_day. */
export const isDue = (day: Day) => sql<SqlBool>`${posted} <= ${day}`

/** Letters that leave after `day`. */
export const isForLater = (day: Day) => sql<SqlBool>`${posted} > ${day}`

const withBank = disputeStates.filter(isWithBank)

/** Letters whose money is refunded, on its way back, requested back, or with a bank. */
export const givenBackLetters = (db: Db) =>
  db
    .selectFrom('payment_money')
    .select('letter_id')
    .where('paid_at', 'is not', null)
    .where((is) =>
      is.or([is('left_cents', '<=', 0), is('asked', 'is not', null), is('dispute', 'in', withBank)]),
    )

export const isAnyGivenBack = async (db: Db, letterIds: string[]): Promise<boolean> =>
  letterIds.length > 0 &&
  (await givenBackLetters(db).where('letter_id', 'in', letterIds).limit(1).executeTakeFirst()) !== undefined

/**
 * Letters whose id begins with these hexadecimal digits. A range of the index, so a million letters are as fast as ten.
 */
export async function findLettersByPrefix(db: Db, digits: string, most: number): Promise<string[]> {
  const called = sql<boolean>`id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
  const rows = await db.selectFrom('letter').select('id').where(called).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

/** Whether the same returned letter is sent again by another live letter (design/letter.md#came-back). */
export const hasLivingSibling = sql<boolean>`exists (
  select from letter other where other.again_of = letter.again_of and other.id <> letter.id
    and other.state not in ('needs-person', 'cancelled', 'expired'))`

/** The unique index found the other letter: it was made at the same time. */
export const isOfLivingSibling = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'letter_again_once'

/** For rows of `invoice`: it names no buyer, as a full invoice and its corrections do. */
export const isWithoutBuyer = sql<boolean>`(invoice.kind <> 'completa' and not exists (
  select from invoice corrected where corrected.number = invoice.corrects and corrected.kind = 'completa'))`

/** For rows of `account`: a claim on an address that another account has proven (design/accounts.md#paid-unproven). */
export const isLostClaim = sql<boolean>`(account.email_verified_at is null and exists (
  select from account owner
  where owner.email = account.email and owner.email <> '' and owner.email_verified_at is not null))`

export const wasPaid = sql<boolean>`exists (
  select from payment where payment.letter_id = letter.id and payment.received_cents > 0)`

/** For rows of `account`: it has a letter, paid or being paid, with its words still kept. */
export const keepsPaidLetters = sql<boolean>`exists (
  select from letter join letter_secret on letter_secret.letter_id = letter.id
    join payment on payment.letter_id = letter.id
  where letter.account_id = account.id and (payment.received_cents > 0 or payment.state = 'open'))`
