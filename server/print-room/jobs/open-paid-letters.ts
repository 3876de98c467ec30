import type { PrintRoomDeps } from '../deps.ts'
import { openPaidLetter, type NotPrinted } from './open-paid-letter.ts'

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
