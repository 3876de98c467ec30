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

/** When this database last came out of a backup. No two restores are of the same instant. */
export async function lastRestored(tx: Tx): Promise<Date | undefined> {
  const { last } = await tx
    .selectFrom('restoration')
    .select((eb) => eb.fn.max('restored_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}
