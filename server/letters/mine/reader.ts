import type { LetterAccess } from '@lacre/letter/accounts/letter-access.ts'
import { sql } from 'kysely'
import { isLostClaim, wasPaid } from '../../database/queries/lost-claims.ts'
import type { Db } from '../../database/tables.ts'
import { findOwn, type LetterRow } from '../stored/letters-table.ts'

/** `isLost`: it reads what it has paid, and nothing else. `claims`: those on its address that have paid (design.md#paid-unproven). */
export type Reader = { accountId: string; isLost: boolean; claims: string[] }

export async function findReader(db: Db, accountId: string): Promise<Reader> {
  const account = await db
    .selectFrom('account')
    .select([
      isLostClaim.as('is_lost'),
      sql<string[]>`array(select lost.id from account lost
        where account.email_verified_at is not null and lost.email = account.email and lost.email_verified_at is null
          and exists (select from letter where letter.account_id = lost.id and ${wasPaid}))`.as('claims'),
    ])
    .where('id', '=', accountId)
    .executeTakeFirst()
  return { accountId, isLost: account?.is_lost ?? false, claims: account?.claims ?? [] }
}

export const accessOf = ({ accountId, isLost }: Reader, letter: LetterRow): LetterAccess => {
  if (letter.account_id !== accountId) return 'figures'
  return isLost ? 'read' : 'full'
}

export async function findVisible(db: Db, reader: Reader, letterId: string): Promise<LetterRow | undefined> {
  const own = await findOwn(db, reader.accountId, letterId)
  if (own || !reader.claims.length) return own
  return db
    .selectFrom('letter')
    .selectAll()
    .where('id', '=', letterId)
    .where('account_id', 'in', reader.claims)
    .where(wasPaid)
    .executeTakeFirst()
}

export async function findAccess(
  db: Db,
  accountId: string,
  letterId: string,
): Promise<LetterAccess | undefined> {
  const reader = await findReader(db, accountId)
  const letter = await findVisible(db, reader, letterId)
  return letter && accessOf(reader, letter)
}
