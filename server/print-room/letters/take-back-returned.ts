import { returnReasons, type ReturnReason } from '@lacre/letter/print-room/return-reasons.ts'
import { cause, type ConsoleDeps } from '../deps.ts'
import { lockLetter } from '../jobs/lock-letter.ts'

/** The post brought a letter back, and its sender gets a mail that says why. A second time changes nothing. */
export function takeBackReturned(
  {
    db,
    clock,
    returnLetter,
    recordAuditEntry,
  }: Pick<ConsoleDeps, 'db' | 'clock' | 'returnLetter' | 'recordAuditEntry'>,
  letterId: string,
  { reason, by }: { reason: ReturnReason; by: string },
): Promise<'returned' | 'unknown-letter' | 'not-now'> {
  return db.transaction().execute(async (tx) => {
    const found = await lockLetter(tx, letterId)
    if (typeof found === 'string') return found
    if (found.letter.state === 'returned') return 'returned'
    if (found.letter.state !== 'posted') return 'not-now'
    const now = clock.now()
    await returnLetter(tx, { letterId, cause, now, reason: returnReasons[reason] })
    await recordAuditEntry(tx, { by, action: 'returned', subject: letterId, note: reason, now })
    return 'returned'
  })
}
