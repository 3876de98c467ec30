import { provinceOf } from '@lacre/letter/address/postal-code.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { csv } from '@lacre/letter/words/csv.ts'
import type { PageRange } from '../merging/merge-letters.ts'
import { bracketOf } from '../jobs/weight.ts'

/** A letter as the operator's list tells it: no names, no streets (design.md#figures-only). */
export type ManifestRow = PageRange & {
  place: number
  letterId: string
  sheets: number
  pages: number
  postalCode: string | null
  sha256: string
}

const envelope = 'americano'

const columns: Record<string, (row: ManifestRow) => string | number> = {
  seq: ({ place }) => place,
  letter_id: ({ letterId }) => letterId,
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

/** The list that goes with a batch. */
export function manifest(rows: ManifestRow[]): string {
  const cells = rows.map((row) => Object.values(columns).map((cellOf) => String(cellOf(row))))
  return csv([Object.keys(columns), ...cells])
}
