import type { Db, Tx } from '../tables.ts'

/** The restore whose consequences are not settled yet; no server starts meanwhile. */
export const openRestoration = (db: Db) =>
  db
    .selectFrom('restoration')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst()

export const endRestoration = (tx: Tx, now: Date) =>
  tx.updateTable('restoration').set({ settled_at: now }).where('settled_at', 'is', null).execute()

/** How often this database came out of a backup. */
export async function restoresOf(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('restoration')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
