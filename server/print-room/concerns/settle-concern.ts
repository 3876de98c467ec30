import { settleOneConcern } from '../../database/concerns.ts'
import type { ConsoleDeps } from '../deps.ts'

type Deps = Pick<ConsoleDeps, 'db' | 'clock' | 'closeUnknownIntent' | 'recordAuditEntry'>

/** A person has seen to it; `note` says how, and stays in the audit. */
export async function settleConcern(
  { db, clock, closeUnknownIntent, recordAuditEntry }: Deps,
  id: string,
  { note, by }: { note: string; by: string },
): Promise<Date | 'unknown-concern' | 'already-settled' | 'provider-unavailable'> {
  const about = await db
    .selectFrom('concern')
    .select('letter_id')
    .where('id', '=', id)
    .where('kind', '=', 'payment-unreadable')
    .where('settled_at', 'is', null)
    .executeTakeFirst()
  if (about?.letter_id && (await closeUnknownIntent(about.letter_id)) === 'unknown')
    return 'provider-unavailable'
  return db.transaction().execute(async (tx) => {
    const now = clock.now()
    const settled = await settleOneConcern(tx, id, now)
    if (typeof settled === 'string') return settled
    const entry = { action: 'settle-concern', subject: id, note: `${settled.kind}: ${note}`, now } as const
    await recordAuditEntry(tx, { by, ...entry })
    return now
  })
}
