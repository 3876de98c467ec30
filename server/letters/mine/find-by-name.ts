import { fold } from '@lacre/letter/address/fold.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import type { LetterRow } from '../stored/letters-table.ts'
import { notReplaced, ownAddresses, type LetterFilter, type Cursor } from './own-letters.ts'
import { openAddresses } from '../stored/sealed-addresses.ts'

/** Names are sealed, so a search opens letter after letter: this many between two turns of other callers … */
const portion = 250
/** … and this many at most for one call, some tenths of a second. */
const mostOpened = 5_000

type Search = { words: string[]; filter: LetterFilter; after: Cursor | undefined; limit: number }

/**
 * Letters whose recipient's name, city or postal code has all the `words` (folded), newest first. `end`: how far it
 * looked, when there may be more.
 */
export async function findByName(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  accountId: string,
  { words, filter, after, limit }: Search,
): Promise<{ letters: LetterRow[]; end: Cursor | undefined }> {
  const found: LetterRow[] = []
  let end = after
  for (let opened = 0; opened < mostOpened; opened += portion) {
    const rows = await ownAddresses(db, accountId, { filter, after: end, limit: portion })
    const about = rows.filter((row) => {
      const { name, city, postalCode } = openAddresses(cipher, row.id, row).destination
      const known = fold(`${name} ${city} ${postalCode}`)
      return words.every((word) => known.includes(word))
    })
    found.push(...(await notReplaced(db, about)))
    if (found.length > limit) return { letters: found.slice(0, limit), end: found[limit - 1] }
    if (rows.length < portion) return { letters: found, end: undefined }
    end = rows.at(-1)
  }
  return { letters: found, end }
}
