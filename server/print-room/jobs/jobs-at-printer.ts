import type { Tx } from '../../database/tables.ts'
import type { PrintJob } from '../../ports.ts'

/** The job of a letter that another printer prints: it is in no batch of ours. */
const update = (tx: Tx, { letterId, attempt }: PrintJob) =>
  tx.updateTable('print_job').where('letter_id', '=', letterId).where('attempt', '=', attempt)

/** It has left for the printer. */
export async function handOverJob(tx: Tx, job: PrintJob): Promise<void> {
  await update(tx, job).set({ state: 'batched' }).execute()
}

/** The printer says how far it is. */
export async function markJob(tx: Tx, job: PrintJob, mark: 'printed' | 'posted', now: Date): Promise<void> {
  const at = mark === 'printed' ? { printed_at: now } : { posted_at: now }
  await update(tx, job)
    .set({ state: mark, ...at })
    .where('state', '<>', 'void')
    .execute()
}

/** It is not printed there. False: it was void before, because a person has started the letter over. */
export async function stopJob(tx: Tx, job: PrintJob, reason: string): Promise<boolean> {
  const stopped = await update(tx, job)
    .set({ state: 'void', reason })
    .where('state', 'in', ['batched', 'printed'])
    .executeTakeFirst()
  return stopped.numUpdatedRows > 0n
}
