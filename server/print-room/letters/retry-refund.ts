import { cents, inEuros } from '@lacre/letter/price/money.ts'
import type { ConsoleDeps } from '../deps.ts'

/** Money we owe for a letter, whose refund waits for somebody, goes back now. */
export function retryRefund(
  deps: Pick<ConsoleDeps, 'db' | 'clock' | 'retryOwedRefund' | 'lockLetter' | 'recordAuditEntry'>,
  letterId: string,
  { note, by }: { note: string; by: string },
): Promise<'given-back' | 'unknown-letter' | 'not-now'> {
  return deps.db.transaction().execute(async (tx) => {
    if (!(await deps.lockLetter(tx, letterId))) return 'unknown-letter'
    const given = await deps.retryOwedRefund(tx, letterId)
    if (!given) return 'not-now'
    const entry = { subject: letterId, note: `${note} · ${inEuros(cents(given))}`, now: deps.clock.now() }
    await deps.recordAuditEntry(tx, { by, action: 'give-back', ...entry })
    return 'given-back'
  })
}
