import { jobsOfBatch } from './jobs-table.ts'
import { lockLetter } from './lock-letter.ts'
import { isMarkable, isMarked, setMark, type Mark } from './marks.ts'
import type { PrintRoom } from './room.ts'

type MarkLetterRefusal = 'unknown-letter' | 'not-now' | 'not-made' | 'at-printer' | 'sheets-missing'

/**
 * One letter was printed, put into its envelope or handed to the post. `sheets`: those that were scanned as they went
 * into the envelope; all of its set must be among them, and none of another. A second time changes nothing.
 */
export function markLetter(
  room: PrintRoom,
  { letterId, mark, by, sheets }: { letterId: string; mark: Mark; by: string; sheets?: number[] | undefined },
): Promise<'marked' | MarkLetterRefusal> {
  return room.db.transaction().execute(async (tx) => {
    const found = await lockLetter(tx, letterId)
    if (found === 'unknown-letter') return found
    if (found === 'changed' || !found.job) return 'not-now'
    const { letter, job, batch } = found
    if (sheets && !isWholeSet(sheets, letter.sheets)) return 'sheets-missing'
    if (!batch) return job.state === 'waiting' ? 'not-now' : 'at-printer'
    const ofBatch = (await jobsOfBatch(tx, batch.id)).find(({ id }) => id === letterId)
    if (!ofBatch) return 'not-now'
    if (isMarked(ofBatch, mark)) return 'marked'
    if (!isMarkable(ofBatch)) return 'not-now'
    if (!batch.pdf_sha256) return 'not-made'

    await setMark(room, tx, ofBatch, mark)
    await room.recordAct(tx, { by, act: `mark-${mark}`, subject: letterId, now: room.clock.now() })
    return 'marked'
  })
}

function isWholeSet(scanned: number[], sheets: number): boolean {
  const numbers = new Set(scanned)
  return numbers.size === sheets && [...numbers].every((number) => number >= 1 && number <= sheets)
}
