import type { Row, Tx } from '../../database/tables.ts'
import { jobsOfBatch } from './jobs-table.ts'
import { countsOf } from './weight.ts'

/** This attempt will not be posted. A batch it was in counts without it. With the batch's lock held. */
export async function voidJob(
  tx: Tx,
  { letter_id, attempt, batch_id }: Row<'print_job'>,
  reason: string,
): Promise<void> {
  await tx
    .updateTable('print_job')
    .set({ state: 'void', reason })
    .where('letter_id', '=', letter_id)
    .where('attempt', '=', attempt)
    .execute()
  if (batch_id !== null) await recountBatch(tx, batch_id)
}

/** After a letter has left it; its file, if one was made, is not the batch any more. */
export async function recountBatch(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('print_batch')
    .set({ ...countsOf(await jobsOfBatch(tx, id)), pdf_sha256: '' })
    .where('id', '=', id)
    .execute()
}
