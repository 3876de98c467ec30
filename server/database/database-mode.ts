import type { MoneyMode } from '@lacre/letter/price/money-modes.ts'
import type { Db } from './tables.ts'

/** 'real': from before test and live were told apart. */
export type DatabaseMode = MoneyMode | 'real'

/**
 * Writes down what the database is for at its first use, and says what it is for ever after. Letters "paid" in the
 * sandbox or with test cards, and accounts anybody may open there, have no place in a real installation
 * (design.md#never-printed-unpaid).
 */
export async function databaseMode(db: Db, wanted: MoneyMode): Promise<DatabaseMode> {
  await db
    .insertInto('house_mode')
    .values({ only_row: true, mode: wanted })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (wanted !== 'sandbox')
    await db.updateTable('house_mode').set({ mode: wanted }).where('mode', '=', 'real').execute()
  return (await db.selectFrom('house_mode').select('mode').executeTakeFirstOrThrow()).mode
}

/**
 * From test money to live, by a person's own command. Not while a letter paid with test cards, or one of which that is
 * not known, could still be paid for or printed; and nothing leads out of the sandbox or back from live.
 */
export function makeLive(db: Db): Promise<'live' | 'not-test' | { unfinished: number }> {
  return db.transaction().execute(async (tx) => {
    const { mode } = await tx.selectFrom('house_mode').select('mode').forUpdate().executeTakeFirstOrThrow()
    if (mode !== 'test') return 'not-test'
    const { unfinished } = await tx
      .selectFrom('letter')
      .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('unfinished'))
      .where('state', 'in', ['frozen', 'paid', 'batched', 'printed', 'needs-person'])
      .executeTakeFirstOrThrow()
    if (unfinished) return { unfinished }
    await tx.updateTable('house_mode').set({ mode: 'live' }).execute()
    return 'live'
  })
}
