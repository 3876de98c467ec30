import type { samplesIn } from '@lacre/letter/address/address.ts'
import type { CreatedLetter } from '@lacre/letter/calls.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import type { LetterRow } from '../stored/letters-table.ts'

/** What the page is told of a frozen letter. `paidAt`: when its twin was paid. */
export const createdLetter = (
  letter: LetterRow,
  samples: ReturnType<typeof samplesIn>,
  paidAt: Date | undefined,
): CreatedLetter => ({
  id: letter.id,
  pages: letter.pages,
  sheets: letter.sheets,
  hash: shortHash(letter.pdf_sha256),
  total: letter.total_cents,
  lines: letter.price_lines,
  postOn: letter.post_on,
  ...samples,
  paidBefore: paidAt?.toISOString() ?? null,
})
