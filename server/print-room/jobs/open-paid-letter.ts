import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PrintRoomDeps } from '../deps.ts'

/** Why its bytes are not to be printed. */
export type NotPrinted = 'damaged' | 'test-money'

const isPaidFor = (pdf: Buffer, sha256: string) => createHash('sha256').update(pdf).digest('hex') === sha256

/**
 * The stored bytes, when they are those whose hash was paid, with money that is printed (design.md#freeze-before-pay).
 * @throws when the database cannot be reached: a broken connection is no broken letter.
 */
export async function openPaidLetter(
  { db, openLetter, becomesPaper, log }: Pick<PrintRoomDeps, 'db' | 'openLetter' | 'becomesPaper' | 'log'>,
  { id, sha256 }: { id: string; sha256: string },
): Promise<Buffer | NotPrinted> {
  if (!(await becomesPaper(db, [id])).has(id)) return 'test-money'
  const opened = await openLetter(id).catch(async () => {
    await sql`select 1`.execute(db)
    // The database answers, and again it does not open.
    return openLetter(id).catch((err: unknown) => {
      log.error({ letter: id, err }, 'letter does not open')
      return undefined
    })
  })
  if (!opened) return 'damaged'
  if (isPaidFor(opened.pdf, sha256)) return opened.pdf
  log.error({ letter: id }, 'letter has other bytes than were paid')
  return 'damaged'
}
