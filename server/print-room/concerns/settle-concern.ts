import { settleOneConcern } from '../../database/concerns.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** A person has seen to it; `note` says how, and stays in the audit. */
export function settleConcern(
  { db, clock, recordAuditEntry }: Pick<PrintRoomDeps, 'db' | 'clock' | 'recordAuditEntry'>,
  id: string,
  { note, by }: { note: string; by: string },
): Promise<Date | 'unknown-concern' | 'already-settled'> {
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const settled = await settleOneConcern(tx, id, now)
    if (typeof settled === 'string') return settled
    const entry = { action: 'settle-concern', subject: id, note: `${settled.kind}: ${note}`, now } as const
    await recordAuditEntry(tx, { by, ...entry })
    return now
  })
}
