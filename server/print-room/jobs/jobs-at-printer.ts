import type { Tx } from '../../database/tables.ts'
import type { PrintJob } from '../../ports.ts'

/** The job of a letter that another printer prints: it is in no batch of ours. */
const update = (tx: Tx, { letterId, attempt }: PrintJob) =>
  tx.updateTable('print_job').where('letter_id', '=', letterId).where('attempt', '=', attempt)

export async function handOverJob(tx: Tx, job: PrintJob): Promise<void> {
  await update(tx, job).set({ state: 'batched' }).execute()
}

export async function markJob(tx: Tx, job: PrintJob, mark: 'printed' | 'posted', now: Date): Promise<void> {
  const at = mark === 'printed' ? { printed_at: now } : { posted_at: now }
  await update(tx, job)
    .set({ state: mark, ...at })
    .where('state', '<>', 'void')
    .execute()
}

export async function stopJob(tx: Tx, job: PrintJob, reason: string): Promise<boolean> {
  const stopped = await update(tx, job)
    .set({ state: 'void', reason })
    .where('state', 'in', ['batched', 'printed'])
    .executeTakeFirst()
  return stopped.numUpdatedRows > 0n
}
