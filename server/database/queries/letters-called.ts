import { sql } from 'kysely'
import type { Db } from '../tables.ts'

/** Letters whose id begins with these hexadecimal digits. As a range of the index: a million letters take no longer than ten. */
export async function lettersCalled(db: Db, digits: string, most: number): Promise<string[]> {
  const called = sql<boolean>`id between ${digits.padEnd(32, '0')}::uuid and ${digits.padEnd(32, 'f')}::uuid`
  const rows = await db.selectFrom('letter').select('id').where(called).orderBy('id').limit(most).execute()
  return rows.map(({ id }) => id)
}
