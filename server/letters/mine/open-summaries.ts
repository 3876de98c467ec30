import type { LetterSummary } from '@lacre/letter/calls.ts'
import type { CutOff } from '@lacre/letter/days.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { findAddresses, findSteps, type LetterRow } from '../stored/letters-table.ts'
import { openAddresses, type Addresses } from '../stored/sealed-addresses.ts'
import { chargedLetters } from './charged-letters.ts'
import { ordersOf } from './orders-of.ts'
import { accessOf, type Reader } from './reader.ts'
import { summaryOf } from './summary.ts'

export type SummariesDeps = { db: Db; cipher: LetterCipher; cutOff: CutOff | undefined }
type Opened = { letter: LetterRow; addresses: Addresses | undefined; summary: LetterSummary }

/** Many letters as a list shows them, in few reads. */
export async function openSummaries(
  { db, cipher, cutOff }: SummariesDeps,
  reader: Reader,
  letters: LetterRow[],
): Promise<Opened[]> {
  if (!letters.length) return []
  const ids = letters.map(({ id }) => id)
  const steps = Map.groupBy(await findSteps(db, ids), (step) => step.letter_id)
  const readable = letters.filter((letter) => accessOf(reader, letter) !== 'figures').map(({ id }) => id)
  const found = readable.length ? await findAddresses(db, readable) : []
  const sealed = new Map(found.map((row) => [row.letter_id, row]))
  const orders = await ordersOf(db, ids)
  const charged = await chargedLetters(db, ids)
  return letters.map((letter) => {
    const row = sealed.get(letter.id)
    const addresses = row && openAddresses(cipher, letter.id, row)
    const known = {
      access: accessOf(reader, letter),
      steps: steps.get(letter.id) ?? [],
      addresses,
      order: orders.get(letter.id),
      charged: charged.has(letter.id),
    }
    const summary = summaryOf(letter, known, cutOff)
    return { letter, addresses, summary }
  })
}
