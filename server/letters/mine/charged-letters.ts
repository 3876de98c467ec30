import type { Db } from '../../database/tables.ts'

/** For which of these letters somebody's money was ever taken, whatever became of it. */
export async function chargedLetters(db: Db, letterIds: string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('payment')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('received_cents', '>', 0)
    .execute()
  return new Set(rows.map(({ letter_id }) => letter_id))
}
