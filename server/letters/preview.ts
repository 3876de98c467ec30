import type { Preview } from '@lacre/letter/calls.ts'
import { gramsOf, maxPages } from '@lacre/letter/content/limits.ts'
import { hasPaleText, picturesOf, plainText } from '@lacre/letter/content/text.ts'
import type { Content, Run } from '@lacre/letter/content/tree.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import { signInWords } from '@lacre/letter/sign-words.ts'
import type { LetterToSet, NormalPicture, SetLetter, Turn, Typesetter } from '../typesetting/typesetter.ts'
import { bytesInLetter, draftOf, letterToSet, normalisePictures, picturesIn, readSent } from './read.ts'
import type { Addresses } from './stored.ts'
import {
  paleText,
  pictureProblem,
  placeInAddress,
  placeInLetter,
  type Problem,
  problemOfTypesetting,
  tooLong,
} from './words.ts'
import type { World } from '../world.ts'
import { allPrices } from './prices.ts'

/** Four grey pixels by three: stands where a picture is missing. */
const gap: NormalPicture = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQI12O4AQQMcAIAS/8KIdJMZa8AAAAASUVORK5CYII=',
    'base64',
  ),
  name: 'png',
  widthMm: 80,
}

/** `publicUrl`: where reply codes lead. */
export type PreviewDeps = Pick<World, 'db' | 'typesetter' | 'clock' | 'publicUrl'>

/**
 * Vista previa: the pages as they would be printed today, and what stands in the way (design.md#printable,
 * design.md#preview-is-the-print). Nothing is stored or counted. Pictures that stand elsewhere are not fetched: a call
 * that anyone may make at every key must not make us visit addresses of their choosing. `json`: the bytes of the call's body.
 * @throws Failure 400 where they are no letter.
 */
export async function previewLetter(
  deps: PreviewDeps,
  json: Uint8Array,
  turn?: Turn,
): Promise<Preview | 'unavailable'> {
  const { db, typesetter, clock, publicUrl } = deps
  const day = madridDay(clock.now())
  const { total } = priceOn(day, await allPrices(db))
  const sent = await readSent(typesetter, json, turn)
  if (sent === 'unavailable') return sent
  if ('code' in sent) return { paper: null, total, problems: [sent] }
  const { draft, problems } = draftOf(sent, sent.addresses)

  const { own, remote } = picturesIn(draft.pictures)
  const options = { bytesOf: bytesInLetter, atOnce: 1, stopAtProblem: false, turn }
  const read = await normalisePictures(typesetter, own, options)
  if (read === 'unavailable') return read

  const missing = remote.map(({ number }) => pictureProblem.remote(number))
  const notes = own.flatMap(({ name, number }) => {
    const { isDark, isSmall, isBlank } = read.pictures.get(name) ?? {}
    return [
      ...(isDark ? [pictureProblem.showsThrough(number)] : []),
      ...(isSmall ? [pictureProblem.small(number)] : []),
      ...(isBlank ? [pictureProblem.blank(number)] : []),
    ]
  })
  const ofPictures = [...read.problems, ...missing, ...notes].sort(
    (a, b) => (a.picture ?? 0) - (b.picture ?? 0),
  )
  const gaps = picturesOf(draft.content).map((name) => [name, gap] as const)
  const letter = letterToSet(draft, new Map([...gaps, ...read.pictures]), { day, publicUrl })
  const pages = await previewPages(typesetter, letter, draft, turn)
  if (pages === 'unavailable') return pages
  return {
    paper: pages.set ? shownPaper(pages.set) : null,
    total,
    problems: [
      ...problems,
      ...ofPictures,
      ...(hasPaleText(draft.content) ? [paleText] : []),
      ...pages.problems,
    ],
  }
}

const shownPaper = ({ pages, sheets, pdf }: SetLetter): Preview['paper'] => ({
  pages,
  sheets,
  grams: gramsOf(sheets),
  pdf: pdf.toString('base64'),
})

/** What is printed nowhere, as one sees it: an empty box. */
const box = '\u25a1'
const mostTries = 4

/**
 * The pages of a letter that may have mistakes: what cannot be printed shows as a box, a recipient that does not fit
 * its window is left out, and pages over the limit are there.
 */
async function previewPages(
  typesetter: Typesetter,
  letter: LetterToSet,
  addresses: Addresses,
  turn?: Turn,
): Promise<{ set?: SetLetter; problems: Problem[] } | 'unavailable'> {
  const problems: Problem[] = []
  let next: LetterToSet = { ...letter, anyLength: true }
  for (let tries = 0; tries < mostTries; tries++) {
    const set = await typesetter.set(next, turn)
    if (!('refused' in set)) {
      if (set.pages > maxPages) problems.push(tooLong(set.pages))
      return { set, problems }
    }
    if (set.refused === 'unavailable') return set.refused
    if (set.refused === 'unprintable-character' && set.characters.length) {
      problems.push(...set.characters.flatMap((character) => placesOf(character, next, addresses)))
      next = boxed(next, set.characters)
    } else if (set.refused === 'recipient-does-not-fit') {
      problems.push(problemOfTypesetting(set))
      next = { ...next, recipient: [] }
    } else return { problems: [...problems, problemOfTypesetting(set)] }
  }
  return { problems }
}

/** One problem for each place where it stands. */
function placesOf(
  character: string,
  { content, sender, recipient, dateLine }: LetterToSet,
  { origin, destination }: Addresses,
): Problem[] {
  const texts = {
    sender: [...sender, dateLine].join('\n'),
    recipient: recipient.join('\n'),
    letter: plainText(content),
  }
  const placeOf = {
    sender: () => placeInAddress(origin, 'sender', character),
    recipient: () => placeInAddress(destination, 'recipient', character),
    letter: () => placeInLetter(content, character),
  }
  const places = (['sender', 'recipient', 'letter'] as const).filter((at) => texts[at].includes(character))
  return places.map((at) => ({
    code: 'unprintable-character',
    detail: `No podemos imprimir ${signInWords(character)}${placeOf[at]()}. Cámbielo o bórrelo.`,
    at,
    character,
  }))
}

function boxed(letter: LetterToSet, characters: string[]): LetterToSet {
  // The longest first: a character may be part of another.
  const ordered = characters.toSorted((one, other) => other.length - one.length)
  const replace = (text: string) => ordered.reduce((all, one) => all.replaceAll(one, box), text)
  const inRun = (run: Run): Run => {
    if ('text' in run) return { ...run, text: replace(run.text) }
    return 'picture' in run && run.caption ? { ...run, caption: replace(run.caption) } : run
  }
  const inBlocks = (content: Content): Content =>
    content.map((block) => {
      if (block.type === 'code') return { ...block, text: replace(block.text) }
      if (block.type === 'quote') return { ...block, blocks: inBlocks(block.blocks) }
      if ('items' in block) return { ...block, items: block.items.map(inBlocks) }
      return { ...block, runs: block.runs.map(inRun) }
    })
  return {
    ...letter,
    content: inBlocks(letter.content),
    sender: letter.sender.map(replace),
    recipient: letter.recipient.map(replace),
    dateLine: replace(letter.dateLine),
  }
}
