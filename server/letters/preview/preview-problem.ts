import type { LetterRefusal, PreviewProblem } from '@lacre/letter/calls.ts'
import type { AddressRefusal } from '@lacre/letter/address/recipient.ts'
import type { Refusal } from '../freeze/refusals.ts'

/** A refusal told while one writes. @throws for 'unavailable', which says nothing about the letter. */
export function previewProblem(
  refusal: Refusal | AddressRefusal,
  place: Partial<Pick<PreviewProblem, 'at' | 'character' | 'picture'>> = {},
): PreviewProblem {
  const code = 'code' in refusal ? refusal.code : codeOf(refusal)
  return { code, detail: refusal.detail, at: 'letter', ...place }
}

function codeOf({ refused }: Refusal): LetterRefusal {
  if (refused === 'unavailable') throw new Error('an unavailable typesetter is no problem of the letter')
  return refused
}
