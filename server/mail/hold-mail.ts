import type { Tx } from '../database/tables.ts'

/** After a restore most of what waits has gone since the backup; its data stays, so that a person can send it. */
export async function holdMail(tx: Tx, now: Date): Promise<number> {
  const held = await tx
    .updateTable('mail')
    .set({ given_up_at: now, error: 'RESTORED' })
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirst()
  return Number(held.numUpdatedRows)
}
