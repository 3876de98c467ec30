import type { LetterDetail, LetterPage, SearchLettersBody } from '@lacre/letter/calls.ts'
import { ask } from '../../api.ts'

/** Apart from the other calls, so that only this screen loads them. A search travels in the body: it names people. */
export const searchLetters = (search: SearchLettersBody) =>
  ask<LetterPage>({ path: '/letters/search', body: search, bearer: true })
export const cancelLetter = (id: string) =>
  ask<LetterDetail>({ path: `/letters/${encodeURIComponent(id)}/cancel`, body: {}, bearer: true })
