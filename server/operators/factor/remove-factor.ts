import type { FactorKind } from '@lacre/letter/print-room/console-calls.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { dropPasskey, dropTotp, lockFactors } from './factors-table.ts'
import type { EnteringOperator, FactorDeps } from './prove.ts'
import { dropOtherProofs } from './sessions-table.ts'

/**
 * One of several; the last one only the command line takes away. What other sessions have proven ends with it: it may
 * have been given by whoever has found it.
 */
export function removeFactor(
  { db, clock, pseudonymOf }: Pick<FactorDeps, 'db' | 'clock' | 'pseudonymOf'>,
  { accountId, sessionId }: EnteringOperator,
  { id, kind }: { id: string; kind: FactorKind },
): Promise<'removed' | 'factor-unknown' | 'factor-last'> {
  return db.transaction().execute(async (tx) => {
    const known = await lockFactors(tx, accountId)
    if (!known.some((factor) => factor.id === id && factor.kind === kind)) return 'factor-unknown'
    if (known.length === 1) return 'factor-last'
    if (kind === 'passkey') await dropPasskey(tx, id)
    else await dropTotp(tx, accountId)
    await dropOtherProofs(tx, accountId, sessionId)
    const subject = pseudonymOf(accountId)
    await recordAuditEntry(tx, {
      by: subject,
      action: 'remove-factor',
      subject,
      note: kind,
      now: clock.now(),
    })
    return 'removed'
  })
}
