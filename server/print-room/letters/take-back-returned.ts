import { returnReasons, type ReturnReason } from '@lacre/letter/print-room/reasons.ts'
import { cause, type ConsoleDeps } from '../deps.ts'
import { lockWithJob } from '../jobs/lock-with-job.ts'

/** The post brought a letter back, and its sender gets a mail that says why. A second time changes nothing. */
export function takeBackReturned(
  deps: ConsoleDeps,
  letterId: string,
  { reason, by }: { reason: ReturnReason; by: string },
): Promise<'returned' | 'unknown-letter' | 'not-now'> {
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    if (found.letter.state === 'returned') return 'returned'
    if (found.letter.state !== 'posted') return 'not-now'
    const now = deps.clock.now()
    await deps.returnLetter(tx, { letterId, cause, now, reason: returnReasons[reason] })
    await deps.recordAuditEntry(tx, { by, action: 'returned', subject: letterId, note: reason, now })
    return 'returned'
  })
}
