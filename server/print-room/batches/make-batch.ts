import { createHash } from 'node:crypto'
import { batchName } from '@lacre/letter/print-room/batch-name.ts'
import { findBatch, jobsOfBatch, type JobOfBatch } from '../jobs/jobs-table.ts'
import { isPrintable } from '../jobs/progress.ts'
import { manifest } from './list/manifest.ts'
import { MergingFailed, type Merger } from '../merging/merge-letters.ts'
import { openPaidLetter } from '../jobs/open-paid-letter.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { stopLetter, type StopReason } from '../jobs/stop-letter.ts'

export type MadeBatch = {
  id: number
  batch: string
  letters: number
  sheets: number
  pdf: Buffer
  csv: string
  /** Hex, of `pdf`. */
  sha256: string
  /** Letters that are not in it, by id: taken out now, for a person to look at. */
  stopped: string[]
  /** Letters already posted that cannot be opened any more; they were printed when they could. */
  gone: string[]
}

const isOnItsWay = ({ job }: JobOfBatch) => job === 'posted'

/**
 * The file and the list of a closed batch, from the stored bytes of its letters; never set again, and as often as
 * somebody asks. Each letter is checked, and one that is not what was paid leaves the batch.
 * @throws MergingFailed when the merging itself came to an end; letters taken out before it stay out.
 */
export async function makeBatch(deps: PrintRoomDeps, id: number): Promise<MadeBatch | 'unknown-batch'> {
  const batch = await findBatch(deps.db, id)
  if (!batch) return 'unknown-batch'

  const merger = await deps.openMerger(batchName(id), batch.closed_at)
  try {
    return await mergeBatch(deps, merger, id)
  } finally {
    await merger.close()
  }
}

async function mergeBatch(deps: PrintRoomDeps, merger: Merger, id: number): Promise<MadeBatch> {
  const merged: JobOfBatch[] = []
  const stopped: string[] = []
  const gone: string[] = []
  for (const letter of await jobsOfBatch(deps.db, id)) {
    const added = await addLetter(deps, merger, letter)
    if (added === 'added') merged.push(letter)
    else if (isOnItsWay(letter)) gone.push(letter.id)
    else {
      await stopLetter(deps, id, letter, added)
      stopped.push(letter.id)
    }
  }
  const pdf = await merger.save()
  return {
    id,
    batch: batchName(id),
    letters: merged.length,
    sheets: merged.reduce((sum, { sheets }) => sum + sheets, 0),
    pdf,
    csv: manifest(merged),
    sha256: createHash('sha256').update(pdf).digest('hex'),
    stopped,
    gone,
  }
}

async function addLetter(
  deps: PrintRoomDeps,
  merger: Merger,
  letter: JobOfBatch,
): Promise<'added' | StopReason> {
  if (!isPrintable(letter)) return 'stopped-elsewhere'
  const pdf = await openPaidLetter(deps, letter)
  if (typeof pdf === 'string') return pdf
  // Its hash is right, so what cannot be read, or has other pages, was frozen wrong: a person must see it too.
  try {
    await merger.add(pdf, letter.pages)
    return 'added'
  } catch (error) {
    if (error instanceof MergingFailed) throw error
    deps.log.error({ letter: letter.id, err: error }, 'letter cannot be merged')
    return 'damaged'
  }
}
