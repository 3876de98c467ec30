import { provinceOf } from '@lacre/letter/address/address.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { csv } from '../../../http/csv.ts'
import type { JobOfBatch } from '../../jobs/jobs-table.ts'
import { bracketOf } from '../../jobs/weight.ts'

/** A letter as the operator's list tells it: no names, no streets (design.md#figures-only). */
export type ListedLetter = Pick<JobOfBatch, 'place' | 'id' | 'sheets' | 'pages' | 'postalCode' | 'sha256'>
/** Pages of the batch's file, from 1, the blank back of its last sheet included. */
type Row = ListedLetter & { first: number; last: number }

const envelope = 'americano'

const columns: Record<string, (row: Row) => string | number> = {
  seq: ({ place }) => place,
  letter_id: ({ id }) => id,
  sheets: ({ sheets }) => sheets,
  pages: ({ pages }) => pages,
  weight_g: ({ sheets }) => gramsOf(sheets).toFixed(1).replace('.', ','),
  bracket: ({ sheets }) => bracketOf(gramsOf(sheets)),
  envelope: () => envelope,
  cp: ({ postalCode }) => postalCode ?? '',
  province: ({ postalCode }) => provinceOf(postalCode ?? '') ?? '',
  pdf_sha256: ({ sha256 }) => sha256,
  first_page_in_batch: ({ first }) => first,
  last_page_in_batch: ({ last }) => last,
}

/** The list that goes with a batch: these letters, printed on both sides one after the other. */
export function manifest(letters: ListedLetter[]): string {
  let last = 0
  const rows = letters.map((letter) => ({ ...letter, first: last + 1, last: (last += 2 * letter.sheets) }))
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => String(cellOf(row))))
  return csv([Object.keys(columns), ...cells])
}
