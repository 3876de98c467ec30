import type { Db, Tx } from '../../database/tables.ts'
import { findBatch, jobsOfBatch, lockBatch } from '../jobs/jobs-table.ts'
import { isPrintable } from '../jobs/progress.ts'
import type { MadeBatch } from './make-batch.ts'

/**
 * Keeps the hash of the batch's file once it is safe on disk; until then the batch counts as not made.
 * `differs`: the same letters gave other bytes than the first time. Their pages were checked one by one, so this says
 * only that the merging has changed. A file that lacks letters already erased is compared with nothing. `changed`: a
 * letter that is in it has left the batch or was stopped while it was made: nobody may take it away.
 */
export async function recordBatch(
  tx: Tx,
  { id, sha256, letterIds, gone }: MadeBatch,
): Promise<'recorded' | 'differs' | 'changed'> {
  await lockBatch(tx, id)
  const living = new Set((await jobsOfBatch(tx, id)).filter(isPrintable).map((letter) => letter.id))
  if (letterIds.some((letterId) => !living.has(letterId))) return 'changed'
  if (gone.length) return 'recorded'
  await tx
    .updateTable('print_batch')
    .set({ pdf_sha256: sha256 })
    .where('id', '=', id)
    .where('pdf_sha256', '=', '')
    .execute()
  const batch = await findBatch(tx, id)
  return batch?.pdf_sha256 === sha256 ? 'recorded' : 'differs'
}

/**
 * Closed, but whoever closed them was interrupted before their files were written; the oldest first. Not what was marked
 * printed: a letter that leaves such a batch unmakes its file, and the others would be printed twice.
 */
export async function unmadeBatches(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('print_batch as batch')
    .innerJoin('print_job as job', 'job.batch_id', 'batch.id')
    .select('batch.id')
    .distinct()
    .where('batch.pdf_sha256', '=', '')
    .where('job.state', '=', 'batched')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('print_job as other')
            .select('other.letter_id')
            .whereRef('other.batch_id', '=', 'batch.id')
            .where('other.printed_at', 'is not', null),
        ),
      ),
    )
    .orderBy('batch.id')
    .execute()
  return rows.map(({ id }) => id)
}
