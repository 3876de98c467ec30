import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { AuditAction } from '@lacre/letter/print-room/reasons.ts'
import type { World } from '../world.ts'

/** `by`: the operator's name. `note`: details; never a customer's name, a street or a letter's words. */
type AuditEntry = { by: string; action: AuditAction; subject: string; note?: string; now: Date }

/** For actions that change nothing else in the database. */
export const recordAlone = ({ db, clock }: Pick<World, 'db' | 'clock'>, entry: Omit<AuditEntry, 'now'>) =>
  db.transaction().execute((tx) => recordAuditEntry(tx, { ...entry, now: clock.now() }))

/**
 * Call it last in the transaction: other entries wait for this lock, and could deadlock if more rows are locked after
 * it.
 */
export async function recordAuditEntry(
  tx: Tx,
  { by, action, subject, note = '', now }: AuditEntry,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('acts'))`.execute(tx)
  const last = await tx
    .selectFrom('audit_log')
    .select(['seq', 'hash'])
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const row = {
    seq: (last?.seq ?? 0) + 1,
    at: now,
    operator: by,
    action,
    subject,
    note,
    previous_hash: last?.hash ?? '',
  }
  await tx
    .insertInto('audit_log')
    .values({ ...row, hash: hashOfEntry(row) })
    .execute()
}

const portion = 5000

/**
 * Verifies the hash chain of all entries: none changed, missing or inserted. Entries cut off at the end show only
 * against a hash kept elsewhere. `brokenAt`: the number of the first bad entry.
 */
export async function verifyAudit(db: Db): Promise<'whole' | { brokenAt: number }> {
  let last = { seq: 0, hash: '' }
  const entries = db.selectFrom('audit_log').selectAll().orderBy('seq').limit(portion)
  for (;;) {
    const found = await entries.where('seq', '>', last.seq).execute()
    for (const entry of found) {
      const seq = last.seq + 1
      const isNext = entry.seq === seq && entry.previous_hash === last.hash
      if (!isNext || hashOfEntry(entry) !== entry.hash) return { brokenAt: seq }
      last = entry
    }
    if (found.length < portion) return 'whole'
  }
}

/** SHA-256 over the entry and the previous hash, as JSON in a fixed order. */
export function hashOfEntry({
  seq,
  at,
  operator,
  action,
  subject,
  note,
  previous_hash,
}: Omit<Row<'audit_log'>, 'hash'>): string {
  const canonical = JSON.stringify([seq, at.toISOString(), operator, action, subject, note, previous_hash])
  return createHash('sha256').update(canonical).digest('hex')
}
