import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { PrintRoomDeps } from './deps.ts'
import { becomesPaper } from '../payments/orders-table.ts'
import { printableLetter, printableLetters } from '../letters/stored.ts'

type Deps = Pick<PrintRoomDeps, 'db' | 'cipher' | 'money' | 'log'>

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
  const onPaper = await becomesPaper(deps.db, deps.money, ids)
  const together = await printableLetters(deps, ids).catch(() => new Map<string, Buffer>())
  const opened = new Map<string, Buffer | NotPrinted>()
  for (const letter of letters) {
    const { id } = letter
    opened.set(id, onPaper.has(id) ? await checkBytes(deps, letter, together.get(id)) : 'test-money')
  }
  return opened
}

/** Why its bytes are not to be printed. */
export type NotPrinted = 'damaged' | 'test-money'

/**
 * The stored bytes, when they are those whose hash was paid, with money that is printed (design.md#freeze-before-pay).
 * @throws when the database cannot be reached: a broken connection is no broken letter.
 */
export async function openPaidLetter(
  deps: Deps,
  letter: { id: string; sha256: string },
): Promise<Buffer | NotPrinted> {
  const onPaper = await becomesPaper(deps.db, deps.money, [letter.id])
  return onPaper.has(letter.id) ? checkBytes(deps, letter) : 'test-money'
}

const isPaidFor = (pdf: Buffer, sha256: string) => createHash('sha256').update(pdf).digest('hex') === sha256

/** `pdf`: as it was opened with others; what did not open so is opened by itself. */
async function checkBytes(
  deps: Deps,
  { id, sha256 }: { id: string; sha256: string },
  pdf?: Buffer,
): Promise<Buffer | 'damaged'> {
  const opened = pdf ?? (await openAlone(deps, id))
  if (!opened) return 'damaged'
  if (isPaidFor(opened, sha256)) return opened
  deps.log.error({ letter: id }, 'letter has other bytes than were paid')
  return 'damaged'
}

const openAlone = (deps: Deps, id: string): Promise<Buffer | undefined> =>
  printableLetter(deps, id).catch(async () => {
    await sql`select 1`.execute(deps.db)
    // The database answers, and again it does not open.
    return printableLetter(deps, id).catch((err: unknown) => {
      deps.log.error({ letter: id, err }, 'letter does not open')
      return undefined
    })
  })
