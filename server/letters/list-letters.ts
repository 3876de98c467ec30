import { fold } from '@lacre/letter/address/fold.ts'
import type { LetterPage, SearchLettersBody } from '@lacre/letter/calls.ts'
import type { LetterCipher } from '../database/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { findAddresses, findSteps, type LetterRow } from './letters-table.ts'
import { ownLetters } from './own-letters.ts'
import type { Addresses } from './read-draft.ts'
import { openAddresses } from './sealed-addresses.ts'
import { summaryOf } from './summary.ts'

type Shelf = { db: Db; cipher: LetterCipher }
type Opened = { letter: LetterRow; addresses: Addresses | undefined }

const pageSize = 20
/** Names are sealed, so a search by name opens letter after letter: this many between two turns of other callers … */
const portion = 250
/** … and this many at most for one call; the next page goes on from there. */
const mostOpened = 5_000

/**
 * A page of the account's letters, newest first. `cursor` is the `next` of the page before. A page of a search may be
 * short, or empty, and still have a `next`: that is how far one call has looked.
 */
export async function listLetters(
  shelf: Shelf,
  accountId: string,
  { text = '', cursor, ...filter }: SearchLettersBody,
): Promise<LetterPage | 'bad-cursor'> {
  let place = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !place) return 'bad-cursor'

  const words = fold(text).split(' ').filter(Boolean)
  const step = words.length ? portion : pageSize + 1
  const found: Opened[] = []
  let isMore = true
  for (let opened = 0; isMore && found.length <= pageSize && opened < mostOpened; opened += step) {
    const letters = await ownLetters(shelf.db, accountId, filter, place, step)
    found.push(...(await openAll(shelf, letters)).filter((one) => isAbout(one, words)))
    const last = letters.at(-1)
    if (last) place = { createdAt: last.created_at, id: last.id }
    isMore = letters.length === step
  }

  const shown = found.slice(0, pageSize)
  return { letters: await summaries(shelf.db, shown), next: nextOf(found, isMore ? place : undefined) }
}

function nextOf(found: Opened[], lookedUpTo: { createdAt: Date; id: string } | undefined): string | null {
  if (found.length > pageSize) return writeCursor(found[pageSize - 1]!.letter)
  return lookedUpTo ? writeCursor({ created_at: lookedUpTo.createdAt, id: lookedUpTo.id }) : null
}

async function openAll({ db, cipher }: Shelf, letters: LetterRow[]): Promise<Opened[]> {
  if (!letters.length) return []
  const ids = letters.map(({ id }) => id)
  const sealed = new Map((await findAddresses(db, ids)).map((row) => [row.letter_id, row]))
  return letters.map((letter) => {
    const row = sealed.get(letter.id)
    return { letter, addresses: row && openAddresses(cipher, letter.id, row) }
  })
}

/** Every word, in any order, with or without its accents. */
function isAbout({ addresses }: Opened, words: string[]): boolean {
  if (!words.length) return true
  if (!addresses) return false
  const { name, city, postalCode } = addresses.destination
  const known = fold(`${name} ${city} ${postalCode}`)
  return words.every((word) => known.includes(word))
}

async function summaries(db: Db, shown: Opened[]) {
  if (!shown.length) return []
  const ids = shown.map(({ letter }) => letter.id)
  const steps = Map.groupBy(await findSteps(db, ids), (step) => step.letter_id)
  return shown.map(({ letter, addresses }) => summaryOf(letter, steps.get(letter.id) ?? [], addresses))
}
