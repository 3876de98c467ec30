import { sql } from 'kysely'
import pg from 'pg'

/** Whether another letter lives that is sent again for the same one that came back (design.md#came-back). */
export const hasLivingSibling = sql<boolean>`exists (
  select from letter other where other.again_of = letter.again_of and other.id <> letter.id
    and other.state not in ('needs-person', 'cancelled', 'expired'))`

/** The unique index said so: it came to life in this very moment. */
export const isOfLivingSibling = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.constraint === 'letter_again_once'
