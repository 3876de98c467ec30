import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/**
 * Letters whose code begins with these hexadecimal digits (letter/print-room/letter-code.ts); with more than a code has, whose id
 * does. As a range of an index: a million letters take no longer than ten.
 */
export async function lettersCalled(db: Db, digits: string, most: number): Promise<string[]> {
  const first = digits.toLowerCase()
  const called =
    digits.length > 12
      ? sql<boolean>`id between ${first.padEnd(32, '0')}::uuid and ${first.padEnd(32, 'f')}::uuid`
      : sql<boolean>`letter_code(id) collate "C" between ${first} and ${`${first}g`}`
  const rows = await db.selectFrom('letter').select('id').where(called).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}
