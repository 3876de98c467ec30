import { sql } from 'kysely'
import type { AuditAction } from '@lacre/letter/print-room/audit-actions.ts'
import type { Tx } from '../database/tables.ts'
import { hashOfEntry } from './audit-hash.ts'

/** `by`: the name it is done under. `note`: what else one must know; never a name, a street or a letter's words. */
export type AuditEntry = { by: string; act: AuditAction; subject: string; note?: string; now: Date }
export type RecordAuditEntry = (tx: Tx, act: AuditEntry) => Promise<void>

/**
 * Writes an act into the chain, in the transaction of the action. The last thing in it: from here on everybody else who
 * acts waits for its end, and whoever waits while holding other rows might wait in a circle.
 */
export const recordAuditEntry: RecordAuditEntry = async (tx, { by, act, subject, note = '', now }) => {
  await sql`select pg_advisory_xact_lock(hashtext('acts'))`.execute(tx)
  const last = await tx
    .selectFrom('act')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: now,
    operator: by,
    act,
    subject,
    note,
    previous_hash: last?.hash ?? '',
  }
  await tx
    .insertInto('act')
    .values({ ...row, hash: hashOfEntry(row) })
    .execute()
}
