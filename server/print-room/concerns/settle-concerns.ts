import type { Db, Tx } from '../../database/tables.ts'
import type { PrintRoomDeps } from '../deps.ts'

/** What a decision about the letter does not settle: somebody still has to see to the money. */
const ofMoney = ['payment-mismatch', 'payment-unknown', 'refund-failed', 'refund-stuck', 'dispute']

/** The decision about a letter settles what called for it. */
export async function settleConcernsOf(
  tx: Tx,
  letterId: string,
  { now, keep }: { now: Date; keep: 'money' | 'nothing' },
): Promise<void> {
  await tx
    .updateTable('concern')
    .set({ settled_at: now })
    .where('letter_id', '=', letterId)
    .where('settled_at', 'is', null)
    .$if(keep === 'money', (query) => query.where('kind', 'not in', ofMoney))
    .execute()
}

/** A person has seen to it; `note` says how, and stays in the record of acts. */
export function settleConcern(
  { db, clock, recordAuditEntry }: Pick<PrintRoomDeps, 'clock' | 'recordAuditEntry'> & { db: Db },
  id: string,
  { note, by }: { note: string; by: string },
): Promise<Date | 'unknown-concern' | 'already-settled'> {
  return db.transaction().execute(async (tx) => {
    const concern = await tx
      .selectFrom('concern')
      .select(['kind', 'settled_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!concern) return 'unknown-concern'
    if (concern.settled_at) return 'already-settled'
    const now = clock.now()
    await tx.updateTable('concern').set({ settled_at: now }).where('id', '=', id).execute()
    await recordAuditEntry(tx, {
      by,
      act: 'settle-concern',
      subject: id,
      note: `${concern.kind}: ${note}`,
      now,
    })
    return now
  })
}
