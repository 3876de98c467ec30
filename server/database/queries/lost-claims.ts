import { sql } from 'kysely'

/** Of a row of `account`: a claim on an address that another account has proven (design.md#paid-unproven). */
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
