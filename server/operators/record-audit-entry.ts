import { sql } from 'kysely'
import type { RecordAuditEntry } from '../ports.ts'
import { hashOfEntry } from './audit-hash.ts'

/**
 * Adds an entry to the chain, as the last thing of its transaction: from here on every other entry waits for the end of
 * it, and whoever waits while holding other rows might wait in a circle.
 */
export const recordAuditEntry: RecordAuditEntry = async (tx, { by, action, subject, note = '', now }) => {
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
    act: action,
    subject,
    note,
    previous_hash: last?.hash ?? '',
  }
  await tx
    .insertInto('act')
    .values({ ...row, hash: hashOfEntry(row) })
    .execute()
}
