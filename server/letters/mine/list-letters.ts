import { fold } from '@lacre/letter/address/fold.ts'
import type { CutOff } from '@lacre/letter/cut-off.ts'
import type { LetterPage, SearchLettersBody } from '@lacre/letter/calls.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { findByName } from './find-by-name.ts'
import { findAddresses, findSteps, type LetterRow } from '../stored/letters-table.ts'
import { ownLetters } from './own-letters.ts'
import { openAddresses } from '../stored/sealed-addresses.ts'
import { ordersOf } from './orders-of.ts'
import { summaryOf } from './summary.ts'

export type ListDeps = { db: Db; cipher: LetterCipher; cutOff: CutOff | undefined }

const pageSize = 20

/**
 * A page of the account's letters, newest first. `cursor` is the `next` of the page before. A page of a search by name
 * may be short, or empty, and still have a `next`: one call looks only so far.
 */
export async function listLetters(
  deps: ListDeps,
  accountId: string,
  { text = '', cursor, ...filter }: SearchLettersBody,
): Promise<LetterPage | 'bad-cursor'> {
  const after = cursor === undefined ? undefined : readCursor(cursor)
  if (cursor !== undefined && !after) return 'bad-cursor'

  const words = fold(text).split(' ').filter(Boolean)
  if (words.length) {
    const { letters, end } = await findByName(deps, accountId, { words, filter, after, limit: pageSize })
    return { letters: await summaries(deps, letters), next: end ? writeCursor(end) : null }
  }
  const letters = await ownLetters(deps.db, accountId, { filter, after, limit: pageSize + 1 })
  const shown = letters.slice(0, pageSize)
  const last = shown.at(-1)
  return {
    letters: await summaries(deps, shown),
    next: last && letters.length > pageSize ? writeCursor(last) : null,
  }
}

async function summaries({ db, cipher, cutOff }: ListDeps, letters: LetterRow[]) {
  if (!letters.length) return []
  const ids = letters.map(({ id }) => id)
  const steps = Map.groupBy(await findSteps(db, ids), (step) => step.letter_id)
  const sealed = new Map((await findAddresses(db, ids)).map((row) => [row.letter_id, row]))
  const orders = await ordersOf(db, ids)
  return letters.map((letter) => {
    const row = sealed.get(letter.id)
    const addresses = row && openAddresses(cipher, letter.id, row)
    return summaryOf(letter, steps.get(letter.id) ?? [], addresses, cutOff, orders.get(letter.id))
  })
}
