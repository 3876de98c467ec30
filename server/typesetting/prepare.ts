import { createHash } from 'node:crypto'
import { maxParts, maxText } from '@lacre/letter/content/limits.ts'
import { firstWords, pictureRuns, plainText, renamePictures } from './text.ts'
import { type Content, isPhoto } from '@lacre/letter/content/tree.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'
import { dayRefusal, postingDay } from '@lacre/letter/days.ts'
import { unusual } from '@lacre/letter/looks/looks.ts'
import { dataAddress, type Draft, draftOf, letterToSet } from './draft.ts'
import {
  pictureProblem,
  type Problem,
  problemOfDay,
  problemOfExcess,
  problemOfTypesetting,
} from './problems.ts'
import { readBody, readLetter } from './read.ts'
import type {
  LetterPicture,
  LetterTask,
  LetterToSet,
  NormalPicture,
  Pictures,
  Prepared,
  PrintTask,
  RawPicture,
  RemotePicture,
  SetLetter,
  TypesetRefusal,
} from './typesetter.ts'

/** What a child typesets with. `step`: called before each part with limits of its own, with a picture's number or 0. */
export type Press = {
  set(letter: LetterToSet): Promise<SetLetter | TypesetRefusal>
  normalise(
    picture: RawPicture & { name: string },
  ): Promise<NormalPicture | { refused: 'picture-unreadable' }>
  step(picture: number): void
}

/**
 * Makes a letter from a body's bytes (design/load.md#read-in-children). If something is missing, the caller brings it
 * and calls again.
 */
export async function prepareLetter(press: Press, task: PrintTask): Promise<Prepared> {
  const { day, ahead, arePrinted, fetched = new Map() } = task
  const sent = bodyOf(task)
  if ('refused' in sent) return sent
  if (sent.draft && task.content === undefined) return { namesDraft: sent.draft }
  const read = readLetter(task.content ?? sent.content)
  if ('refused' in read) return { problem: problemOfExcess[read.refused] }
  const postOn = postingDay(sent.postOn)
  const refusal = postOn && dayRefusal(postOn, { today: day, ahead })
  if (refusal) return { problem: problemOfDay(refusal, ahead) }
  const { draft, problems } = draftOf(read, sent, task)
  if (problems[0]) return { problem: problems[0] }
  const { own, remote } = picturesIn(draft.pictures)
  if (remote.some(({ name }) => !fetched.has(name))) return { remote }

  const made = await normalise(press, own, { stopAtProblem: true, arePrinted })
  if (made.problems[0]) return { problem: made.problems[0] }
  const pictures: Pictures = new Map([...fetched, ...made.pictures])
  const set = await setPages(press, letterToSet(draft, pictures, task))
  if ('refused' in set) return { problem: problemOfTypesetting(set) }

  const content = renamePictures(draft.content, (name) => {
    const picture = pictures.get(name)
    if (!picture) throw new Error('a picture of the letter was not printed')
    return dataAddress(picture)
  })
  const { origin, destination, looks } = draft
  const fingerprint = fingerprintOf(draft, fetched)
  const { draftId } = sent
  return {
    ...set,
    origin,
    destination,
    looks,
    postOn,
    content: writeHtml(content),
    firstWords: firstWords(content),
    fingerprint,
    draftId,
  }
}

export const bodyOf = ({ body }: LetterTask): ReturnType<typeof readBody> =>
  body instanceof Uint8Array ? readBody(body) : body

export function picturesIn(pictures: LetterPicture[]) {
  const all = pictures.map((picture, index) => ({ ...picture, number: index + 1 }))
  return {
    own: all.filter((picture) => 'bytes' in picture),
    remote: all.filter((picture): picture is RemotePicture => 'address' in picture),
  }
}

/** The printable pictures, and the problems of the others. `stopAtProblem`: stops at the first problem. */
export async function normalise(
  press: Press,
  own: (RawPicture & { name: string; number: number })[],
  { stopAtProblem = false, arePrinted = false } = {},
): Promise<{ pictures: Pictures; problems: Problem[] }> {
  const pictures: Pictures = new Map()
  const problems: Problem[] = []
  for (const { number, ...picture } of own) {
    press.step(number)
    const made = await press.normalise({ ...picture, ...(arePrinted && { isPrinted: true as const }) })
    if ('bytes' in made) pictures.set(picture.name, made)
    else problems.push(pictureProblem.unreadable(number))
    if (stopAtProblem && problems.length) break
  }
  return { pictures, problems }
}

export function setPages(press: Press, letter: LetterToSet): ReturnType<Press['set']> {
  if (isTooComplex(letter.content)) return Promise.resolve({ refused: 'too-complex' })
  press.step(0)
  return press.set(letter)
}

/**
 * Equal for equal words, pictures, addresses and looks. Of remote pictures the bytes count, since an address may show
 * another one tomorrow.
 */
function fingerprintOf({ content, origin, destination, looks }: Draft, fetched: Pictures): string {
  const named = renamePictures(content, (name) => {
    const bytes = fetched.get(name)?.bytes
    return bytes ? sha256(bytes) : name
  })
  return sha256(JSON.stringify({ content: named, origin, destination, ...unusual(looks) }))
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The cost of a photo, in parts, for frame, caption and placement. */
const partsOfPhoto = 50

/** The reader limits everything except photos and text filled in later. */
const isTooComplex = (content: Content): boolean =>
  partsOfPhoto * pictureRuns(content).filter(isPhoto).length > maxParts || plainText(content).length > maxText
