import type { Tx } from '../../database/tables.ts'

/** The letter was cancelled: what waits will not be printed. A job that is in a batch stays as it is. */
export async function voidPrintJob(tx: Tx, letterId: string): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ state: 'void', reason: 'cancelled' })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting')
    .execute()
}
