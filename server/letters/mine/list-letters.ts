import { fold } from '@lacre/letter/address/fold.ts'
import type { LetterPage, SearchLettersBody } from '@lacre/letter/calls.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { findByName } from './find-by-name.ts'
import { visibleLetters } from './own-letters.ts'
import { findReader, type Reader } from './reader.ts'
import type { LetterRow } from '../stored/letters-table.ts'
import { openSummaries, type SummariesDeps } from './open-summaries.ts'

const pageSize = 20

/**
 * A page of the account's letters, newest first. `cursor` is the `next` of the page before. A page of a search by name
 * may be short, or empty, and still have a `next`: one call looks only so far.
 */
export async function listLetters(
  deps: SummariesDeps,
  accountId: string,
  { text = '', cursor, ...filter }: SearchLettersBody,
): Promise<LetterPage | 'bad-cursor'> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !after) return 'bad-cursor'

  const reader = await findReader(deps.db, accountId)
  const words = fold(text).split(' ').filter(Boolean)
  if (words.length) {
    const { letters, end } = await findByName(deps, accountId, { words, filter, after, limit: pageSize })
    return { letters: await summariesOf(deps, reader, letters), next: end ? writeCursor(end) : null }
  }
  const letters = await visibleLetters(deps.db, reader, { filter, after, limit: pageSize + 1 })
  const shown = letters.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    letters: await summariesOf(deps, reader, shown),
    next: last && letters.length > pageSize ? writeCursor(last) : null,
  }
}

const summariesOf = async (deps: SummariesDeps, reader: Reader, letters: LetterRow[]) =>
  (await openSummaries(deps, reader, letters)).map(({ summary }) => summary)
