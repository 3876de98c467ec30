import type { Tx } from '../../database/tables.ts'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import { jobsOfBatch, lockBatch, type JobOfBatch } from '../jobs/jobs-table.ts'
import { isMarkable, isMarked, setMark, type Mark } from '../jobs/progress.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** `held`: letters of the batch that must not be posted, because a person has to look at them first. */
export type MarkedBatch = { done: number; before: number; held: { place: number; id: string }[] }
export type MarkRefusal = 'unknown-batch' | 'not-made'

/**
 * The letters of a batch were printed, put into their envelopes, or handed to the post: all of them in one transaction,
 * and when posted each sender gets a mail. A second time changes nothing. A batch whose file was never made cannot have
 * been printed. `receipt`: what the post gave for it.
 */
export function markBatch(
  deps: PrintRoomDeps,
  { id, mark, by, receipt = '' }: { id: number; mark: Mark; by: string; receipt?: string | undefined },
): Promise<MarkedBatch | MarkRefusal> {
  return deps.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) return 'unknown-batch'
    if (!batch.pdf_sha256) return 'not-made'

    const marked: MarkedBatch = { done: 0, before: 0, held: [] }
    for (const letter of await lockedJobs(tx, id)) {
      if (isMarked(letter, mark)) marked.before++
      else if (!isMarkable(letter)) marked.held.push({ place: letter.place, id: letter.id })
      else {
        await setMark(deps, tx, letter, mark)
        marked.done++
      }
    }
    if (receipt) await tx.updateTable('print_batch').set({ receipt }).where('id', '=', id).execute()
    if (marked.done || receipt) {
      const note = [`${marked.done}`, receipt].filter(Boolean).join(' · ')
      const now = deps.clock.now()
      await deps.recordAuditEntry(tx, { by, action: `mark-${mark}`, subject: batchName(id), note, now })
    }
    return marked
  })
}

/** Read again under lock: a letter may be stopped at this very moment. */
async function lockedJobs(tx: Tx, batchId: number): Promise<JobOfBatch[]> {
  await tx
    .selectFrom('print_job as job')
    .innerJoin('letter', 'letter.id', 'job.letter_id')
    .select('letter.id')
    .where('job.batch_id', '=', batchId)
    .orderBy('letter.id')
    .forUpdate(['letter'])
    .execute()
  return jobsOfBatch(tx, batchId)
}
