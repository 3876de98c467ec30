import type { Day } from '@lacre/letter/days.ts'
import { disputeStates, isWithBank } from '@lacre/letter/price/payment-states.ts'
import { sql, type SqlBool } from 'kysely'
import pg from 'pg'
import type { Db } from './tables.ts'

const posted = sql<string>`coalesce(letter.post_on, '')`

/** Letters that leave on `day`: those for it, for a day before, or for none. By the index letter_posting_day. */
export const isDue = (day: Day) => sql<SqlBool>`${posted} <= ${day}`

/** Letters that wait for a day after `day`. */
export const isForLater = (day: Day) => sql<SqlBool>`${posted} > ${day}`

const withBank = disputeStates.filter(isWithBank)

/** Letters of which all that was paid is back, on its way or asked back, or a bank decides about it, or has. */
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

/** Letters whose id begins with these hexadecimal digits. As a range of the index: a million letters take no longer than ten. */
export async function lettersCalled(db: Db, digits: string, most: number): Promise<string[]> {
  const called = sql<boolean>`id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
  const rows = await db.selectFrom('letter').select('id').where(called).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}

/** Whether another letter lives that is sent again for the same one that came back (design/letter.md#came-back). */
export const hasLivingSibling = sql<boolean>`exists (
  select from letter other where other.again_of = letter.again_of and other.id <> letter.id
    and other.state not in ('needs-person', 'cancelled', 'expired'))`

/** The unique index said so: it came to life in this very moment. */
export const isOfLivingSibling = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'letter_again_once'

/** Of a row of `invoice`: neither a full one nor the correction of a full one, which name their buyer. */
export const isWithoutBuyer = sql<boolean>`(invoice.kind <> 'completa' and not exists (
  select from invoice corrected where corrected.number = invoice.corrects and corrected.kind = 'completa'))`

/** Of a row of `account`: a claim on an address that another account has proven (design/accounts.md#paid-unproven). */
export const isLostClaim = sql<boolean>`(account.email_verified_at is null and exists (
  select from account owner
  where owner.email = account.email and owner.email <> '' and owner.email_verified_at is not null))`

/** Of a row of `letter`. */
export const wasPaid = sql<boolean>`exists (
  select from payment where payment.letter_id = letter.id and payment.received_cents > 0)`

/** Of a row of `account`: it has a letter, paid or being paid, whose words are not forgotten. */
export const keepsPaidLetters = sql<boolean>`exists (
  select from letter join letter_secret on letter_secret.letter_id = letter.id
    join payment on payment.letter_id = letter.id
  where letter.account_id = account.id and (payment.received_cents > 0 or payment.state = 'open'))`
