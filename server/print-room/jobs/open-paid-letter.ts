import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PrintRoomDeps } from '../deps.ts'

const isPaidFor = (pdf: Buffer, sha256: string) => createHash('sha256').update(pdf).digest('hex') === sha256

/**
 * The check at the door: the stored bytes, when they are those whose hash was paid (design.md#freeze-before-pay).
 * @throws when the database cannot be reached: a broken connection is no broken letter.
 */
export async function openPaidLetter(
  { db, openLetter }: Pick<PrintRoomDeps, 'db' | 'openLetter'>,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Buffer | 'damaged'> {
  const opened = await openLetter(id).catch(async () => {
    await sql`select 1`.execute(db)
    return openLetter(id).catch(() => undefined) // the database answers, and again it does not open
  })
  return opened && isPaidFor(opened.pdf, sha256) ? opened.pdf : 'damaged'
}
