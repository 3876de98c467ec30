import type { Row, Tx } from '../../database/tables.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { livingJob, lockBatch } from './jobs-table.ts'

/** A letter with what is printed of it, locked until the transaction ends. */
export type LockedLetter = {
  letter: Row<'letter'>
  job: Row<'print_job'> | undefined
  batch: Row<'print_batch'> | undefined
}

/**
 * The batch first, then the letter, as everywhere. 'not-now': it got into another batch in between, whose lock would
 * come too late; whoever asks again sees it as it is.
 */
export async function lockWithJob(
  { lockLetter }: Pick<PrintRoomDeps, 'lockLetter'>,
  tx: Tx,
  letterId: string,
): Promise<LockedLetter | 'unknown-letter' | 'not-now'> {
  const batchId = (await livingJob(tx, letterId))?.batch_id ?? null
  const batch = batchId === null ? undefined : await lockBatch(tx, batchId)
  const letter = await lockLetter(tx, letterId)
  if (!letter) return 'unknown-letter'
  const job = await livingJob(tx, letterId)
  if (!job || job.batch_id === null) return { letter, job, batch: undefined }
  return job.batch_id === batchId ? { letter, job, batch } : 'not-now'
}
