import type { Db } from './tables.ts'

export type DatabaseMode = 'sandbox' | 'real'

/**
 * Writes down what the database is for at its first use, and says what it is for ever after. Letters "paid" in the
 * sandbox, and accounts anybody may open there, have no place in a real installation (design.md#never-printed-unpaid).
 */
export async function databaseMode(db: Db, wanted: DatabaseMode): Promise<DatabaseMode> {
  await db
    .insertInto('house_mode')
    .values({ only_row: true, mode: wanted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await db.selectFrom('house_mode').select('mode').executeTakeFirstOrThrow()).mode
}
