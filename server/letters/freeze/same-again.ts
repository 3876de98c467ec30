import type { CreatedLetter } from '@lacre/letter/calls.ts'
import type { Db } from '../../database/tables.ts'
import { keepDay } from '../stored/letters-table.ts'
import { findUnpaid } from '../stored/unpaid-letters.ts'
import { createdLetter } from './created-letter.ts'
import type { KnownBody } from './known-bodies.ts'

/**
 * The letter that this body came to before, if it still waits to be paid, which the database is asked each time. Undefined also
 * where it may take the place of another: for that the body is read.
 */
export async function sameAgain(
  db: Db,
  accountId: string,
  { fingerprint, postOn, samples }: KnownBody,
): Promise<CreatedLetter | undefined> {
  const found = await findUnpaid(db, accountId, fingerprint)
  if (!found || found.older.length) return undefined
  const letter = found.post_on === postOn ? found : await keepDay(db, found, postOn)
  return createdLetter(letter, samples, found.paidAt ?? undefined)
}
