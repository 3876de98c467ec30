import { jobsOfBatch } from '../jobs/jobs-table.ts'
import { lockWithJob } from '../jobs/lock-with-job.ts'
import { isMarkable, isMarked, setMarks, type Mark } from '../jobs/progress.ts'
import type { PrintRoomDeps } from '../deps.ts'

type MarkLetterRefusal = 'unknown-letter' | 'not-now' | 'not-made' | 'sheets-missing'

/**
 * One letter was printed, put into its envelope or handed to the post. `sheets`: those that were scanned as they went
 * into the envelope; all of its set must be among them, and none of another. A second time changes nothing.
 */
export function markLetter(
  deps: PrintRoomDeps,
  { letterId, mark, by, sheets }: { letterId: string; mark: Mark; by: string; sheets?: number[] | undefined },
): Promise<'marked' | MarkLetterRefusal> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job, batch } = found
    if (!job) return 'not-now'
    if (sheets && !isWholeSet(sheets, letter.sheets)) return 'sheets-missing'
    if (!batch) return 'not-now'
    const ofBatch = (await jobsOfBatch(tx, batch.id)).find(({ id }) => id === letterId)
    if (!ofBatch) return 'not-now'
    if (isMarked(ofBatch, mark)) return 'marked'
    if (!isMarkable(ofBatch)) return 'not-now'
    if (!batch.pdf_sha256) return 'not-made'

    await setMarks(deps, tx, [ofBatch], mark)
    await deps.recordAuditEntry(tx, { by, action: `mark-${mark}`, subject: letterId, now: deps.clock.now() })
    return 'marked'
  })
}

function isWholeSet(scanned: number[], sheets: number): boolean {
  const numbers = new Set(scanned)
  return numbers.size === sheets && [...numbers].every((number) => number >= 1 && number <= sheets)
}
