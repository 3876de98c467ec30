import { createHash } from 'node:crypto'
import { recipientBlock, senderBlock } from '@lacre/letter/address/printed-block.ts'
import type { CreateLetterBody } from '@lacre/letter/calls.ts'
import { longDate, madridDay, type Day } from '@lacre/letter/day.ts'
import type { Clock } from '../outside/clock.ts'
import type { FetchPicture } from '../outside/picture-fetcher.ts'
import type { SetLetter, Typesetter } from '../typesetting/typesetter.ts'
import { fetchPictures, readPictures, type Pictures } from './pictures.ts'
import { readDraft, type Draft } from './read-draft.ts'
import { refusalOfTypesetting, type Refusal } from './refusals.ts'
import { renamePictures } from './rename-pictures.ts'

type Press = { typesetter: Typesetter; fetchPicture: FetchPicture }

/** The pages of a letter that is only looked at: nothing is stored, nothing is counted, no mark is on them. */
export async function typesetDraft(
  press: Press & { clock: Clock },
  body: CreateLetterBody,
): Promise<SetLetter | Refusal> {
  const draft = readDraft(body)
  if ('refused' in draft) return draft
  const fetched = await fetchPictures(press, draft.content)
  if ('refused' in fetched) return fetched
  const set = await setDraft(press, draft, fetched, { day: madridDay(press.clock.now()) })
  return 'refused' in set ? set : set.letter
}

/**
 * The letter on paper as it is printed on `day`, and its pictures as they are on it. `mark` begins the sheet mark.
 * The same arguments give the same bytes.
 */
export async function setDraft(
  { typesetter }: { typesetter: Typesetter },
  { content, origin, destination }: Draft,
  fetched: Pictures,
  { day, mark }: { day: Day; mark?: string },
): Promise<{ letter: SetLetter; pictures: Pictures } | Refusal> {
  const own = await readPictures({ typesetter }, content)
  if ('refused' in own) return own
  const pictures: Pictures = new Map([...fetched, ...own])

  const letter = await typesetter.set({
    content: renamePictures(content, nameOf),
    pictures: Object.fromEntries([...pictures].map(([address, picture]) => [nameOf(address), picture])),
    sender: senderBlock(origin),
    recipient: recipientBlock(destination),
    dateLine: `${origin.city}, ${longDate(day)}`,
    date: new Date(`${day}T00:00:00Z`),
    ...(mark !== undefined && { mark }),
  })
  return 'refused' in letter ? refusalOfTypesetting(letter) : { letter, pictures }
}

/** Addresses may be megabytes long, and the typesetter lives in another process. */
const nameOf = (address: string) => createHash('sha256').update(address).digest('hex')
