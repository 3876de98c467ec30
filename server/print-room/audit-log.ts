import { createHash } from 'node:crypto'
import { hours } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../database/tables.ts'
import type { AuditAction } from '@lacre/letter/print-room/reasons.ts'
import type { World } from '../world.ts'

/** `by`: the name it is done under. `note`: what else one must know; never a name, a street or a letter's words. */
type AuditEntry = { by: string; action: AuditAction; subject: string; note?: string; now: Date }

/** Last in its transaction: every other entry waits for its end, and would deadlock holding rows. */
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

type Chain = 'whole' | { brokenAt: number }
/** How far the chain was whole: the number of an entry, and its hash. */
type Reached = { seq: number; hash: string }

const portion = 5000
const beginning: Reached = { seq: 0, hash: '' }
const wholeEvery = hours(1)

/**
 * Whether every entry is as it was written, from the first to the newest: none changed, missing or put between.
 * Entries cut off at the end are seen only by whoever has kept a later hash. `brokenAt`: the number of the first that is
 * not what it should be.
 */
export const verifyAudit = async (db: Db): Promise<Chain> => (await verifyFrom(db, beginning)).chain

/** The same for a page that is opened often: what was whole is read again once an hour, else only what came since. */
export function createAuditWatch({ db, clock }: Pick<World, 'db' | 'clock'>): () => Promise<Chain> {
  let reached = beginning
  let wholeAt = 0
  return async () => {
    // Whoever cut entries off, and wrote others in their place, is found by what was read before.
    if (!(await stands(db, reached))) return { brokenAt: reached.seq }
    const now = clock.now().getTime()
    const isDue = Math.abs(now - wholeAt) >= wholeEvery
    const verified = await verifyFrom(db, isDue ? beginning : reached)
    if (isDue) wholeAt = now
    reached = verified.reached
    return verified.chain
  }
}

async function stands(db: Db, { seq, hash }: Reached): Promise<boolean> {
  const entry = db.selectFrom('audit_log').select('seq').where('seq', '=', seq).where('hash', '=', hash)
  return seq === 0 || (await entry.executeTakeFirst()) !== undefined
}

async function verifyFrom(db: Db, from: Reached): Promise<{ chain: Chain; reached: Reached }> {
  let reached = from
  const entries = db.selectFrom('audit_log').selectAll().orderBy('seq').limit(portion)
  for (;;) {
    const found = await entries.where('seq', '>', reached.seq).execute()
    for (const entry of found) {
      const seq = reached.seq + 1
      const isNext = entry.seq === seq && entry.previous_hash === reached.hash
      if (!isNext || hashOfEntry(entry) !== entry.hash) return { chain: { brokenAt: seq }, reached }
      reached = { seq, hash: entry.hash }
    }
    if (found.length < portion) return { chain: 'whole', reached }
  }
}

/** The hash of an audit entry: over all of it and the hash before it, as JSON in a fixed order. */
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
