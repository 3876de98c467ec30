import { createHash } from 'node:crypto'
import type { Row } from '../database/tables.ts'

/** The hash of an audit entry: over all of it and the hash before it, as JSON in a fixed order. */
export function hashOfEntry({
  seq,
  at,
  operator,
  act,
  subject,
  note,
  previous_hash,
}: Omit<Row<'act'>, 'hash'>): string {
  const canonical = JSON.stringify([seq, at.toISOString(), operator, act, subject, note, previous_hash])
  return createHash('sha256').update(canonical).digest('hex')
}
