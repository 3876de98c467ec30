import { shortHash } from '@lacre/letter/order-number.ts'
import type { Row } from '../../database/tables.ts'
import { isMarkable } from '../jobs/progress.ts'
import { jobsOfBatch, livingJob } from '../jobs/jobs-table.ts'
import { openPaidLetter } from '../jobs/open-paid-letter.ts'
import type { PrintRoomDeps } from '../deps.ts'
import { stopLetter } from '../jobs/stop-letter.ts'

export type LetterPdfRefusal = 'unknown-letter' | 'not-now' | 'damaged' | 'test-money'

/** The stored bytes of one letter that is to be printed now, as for a reprint; checked like a batch's. */
export async function letterPdf(
  deps: PrintRoomDeps,
  letterId: string,
  { by, why }: { by: string; why: string },
): Promise<{ pdf: Buffer; hash: string } | LetterPdfRefusal> {
  const found = await findPrintable(deps, letterId)
  if (typeof found === 'string') return found
  const { letter, batchId } = found
  const pdf = await openPaidLetter(deps, letter)
  if (typeof pdf === 'string') {
    await stopLetter(deps, batchId, letter, pdf)
    return pdf
  }
  const { clock, recordAuditEntry, db } = deps
  const note = `${why} · ${letter.sha256}`
  await db
    .transaction()
    .execute((tx) =>
      recordAuditEntry(tx, { by, action: 'download-pdf', subject: letterId, note, now: clock.now() }),
    )
  return { pdf, hash: shortHash(letter.sha256) }
}

async function findPrintable({ db }: PrintRoomDeps, letterId: string) {
  const letter = await db.selectFrom('letter').select('id').where('id', '=', letterId).executeTakeFirst()
  if (!letter) return 'unknown-letter'
  const job: Row<'print_job'> | undefined = await livingJob(db, letterId)
  if (!job || job.batch_id === null) return 'not-now'
  const ofBatch = (await jobsOfBatch(db, job.batch_id)).find(({ id }) => id === letterId)
  return ofBatch && isMarkable(ofBatch) ? { letter: ofBatch, batchId: job.batch_id } : 'not-now'
}
