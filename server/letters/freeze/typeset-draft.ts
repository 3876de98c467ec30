import type { SetLetter, Typesetter } from '../../typesetting/typesetter.ts'
import { letterToSet, type When } from './letter-to-set.ts'
import { readPictures, type Pictures } from './pictures.ts'
import type { Draft } from './read-draft.ts'
import { refusalOfTypesetting, type Refusal } from './refusals.ts'

/** The letter on paper as it is printed on `day`, and its pictures as they are on it. */
export async function setDraft(
  { typesetter }: { typesetter: Typesetter },
  draft: Draft,
  fetched: Pictures,
  when: When,
): Promise<{ letter: SetLetter; pictures: Pictures } | Refusal> {
  const own = await readPictures({ typesetter }, draft.content)
  if ('refused' in own) return own
  const pictures: Pictures = new Map([...fetched, ...own])
  const letter = await typesetter.set(letterToSet(draft, pictures, when))
  return 'refused' in letter ? refusalOfTypesetting(letter) : { letter, pictures }
}
