import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PrintRoomDeps } from './deps.ts'

type Deps = Pick<PrintRoomDeps, 'db' | 'openLetter' | 'openLetters' | 'becomesPaper' | 'log'>

/** So many are held open at once. */
const portion = 20
export const inPortions = <Letter>(letters: Letter[]): Letter[][] =>
  letters.flatMap((_, at) => (at % portion ? [] : [letters.slice(at, at + portion)]))

/**
 * Many at once, each looked at as `openPaidLetter` does. What does not open with the others is opened by itself, which
 * says why.
 * @throws when the database cannot be reached.
 */
export async function openPaidLetters(
  deps: Deps,
  letters: { id: string; sha256: string }[],
): Promise<Map<string, Buffer | NotPrinted>> {
  const ids = letters.map(({ id }) => id)
  const onPaper = await deps.becomesPaper(deps.db, ids)
  const together = await deps.openLetters(ids).catch(() => new Map<string, Buffer>())
  const opened = new Map<string, Buffer | NotPrinted>()
  for (const letter of letters) {
    const pdf = together.get(letter.id)
    const openLetter = pdf ? () => Promise.resolve({ pdf }) : deps.openLetter
    opened.set(
      letter.id,
      await openPaidLetter({ ...deps, becomesPaper: () => Promise.resolve(onPaper), openLetter }, letter),
    )
  }
  return opened
}

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
