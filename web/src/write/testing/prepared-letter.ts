import type { CreatedLetter } from '@lacre/letter/calls.ts'

/** The answer to a created letter. */
export const preparedLetter: CreatedLetter = {
  id: 'l1',
  pages: 1,
  sheets: 1,
  hash: 'a1b2c3d4',
  total: 329,
  lines: [],
  postOn: null,
  sampleRecipient: false,
  paidBefore: null,
}
