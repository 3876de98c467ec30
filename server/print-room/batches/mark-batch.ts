import type { Tx } from '../../database/tables.ts'
import type { Marked } from '@lacre/letter/print-room/calls.ts'
import { batchName } from '@lacre/letter/print-room/names.ts'
import { jobsOfBatch, lockBatch, type JobOfBatch } from '../jobs/jobs-table.ts'
import { isMarkable, isMarked, setMarks, waitsForReprint, type Mark } from '../jobs/progress.ts'
import type { PrintRoomDeps } from '../deps.ts'

export type MarkRefusal = 'unknown-batch' | 'not-made'

/**
 * The letters of a batch were printed, put into their envelopes, or handed to the post: all of them in one transaction,
 * and when posted each order's sender gets a mail. A second time changes nothing. A batch whose file was never made cannot have
 * been printed. `receipt`: what the post gave for it.
 */
export function markBatch(
  deps: PrintRoomDeps,
  { id, mark, by, receipt = '' }: { id: number; mark: Mark; by: string; receipt?: string | undefined },
): Promise<Marked | MarkRefusal> {
  return deps.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, id)
    if (!batch) return 'unknown-batch'
    if (!batch.pdf_sha256) return 'not-made'

    const jobs = await lockedJobs(tx, id)
    const left = jobs.filter((job) => !isMarked(job, mark))
    const markable = left.filter((job) => !waitsFor(job))
    await setMarks(deps, tx, markable, mark)
    const marked: Marked = {
      done: markable.length,
      before: jobs.length - left.length,
      held: left.flatMap(heldFor),
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

function waitsFor(job: JobOfBatch): Marked['held'][number]['waitsFor'] | undefined {
  if (!isMarkable(job)) return 'person'
  return waitsForReprint(job) ? 'reprint' : undefined
}

function heldFor(job: JobOfBatch): Marked['held'] {
  const why = waitsFor(job)
  return why ? [{ place: job.place, id: job.id, waitsFor: why }] : []
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
