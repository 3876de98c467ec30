import { createHash } from 'node:crypto'
import type { Row } from '../database/tables.ts'

/** What a link of the chain is made over: all of an act, and the link before it. As JSON of a fixed order. */
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
