import type { Preview } from '@lacre/letter/calls.ts'
import { gramsOf, maxPages } from '@lacre/letter/content/limits.ts'
import { hasPaleText, mapLeaves, picturesOf, plainText } from './text.ts'
import type { Run } from '@lacre/letter/content/tree.ts'
import { signInWords } from './sign-words.ts'
import { draftOf, letterToSet } from './draft.ts'
import { bodyOf, normalise, picturesIn, type Press, setPages } from './prepare.ts'
import {
  paleText,
  pictureProblem,
  placeInAddress,
  placeInLetter,
  type Problem,
  problemOfExcess,
  problemOfTypesetting,
  tooLong,
} from './problems.ts'
import { readLetter } from './read.ts'
import type {
  Addresses,
  LetterTask,
  LetterToSet,
  NormalPicture,
  PreviewPages,
  SetLetter,
  Unreadable,
} from './typesetter.ts'

/** A grey picture of four by three pixels, in place of a missing one. */
const gap: NormalPicture = {
  bytes: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAAAAACRn/EaAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQI12O4AQQMcAIAS/8KIdJMZa8AAAAASUVORK5CYII=',
    'base64',
  ),
  name: 'png',
  widthMm: 80,
}

/**
 * Vista previa: the pages as they would be printed today, and their problems (design/sending.md#printable,
 * design/writing.md#preview-is-the-print). Stores and counts nothing. Remote pictures are not fetched: anyone may call
 * this at every key press, and must not make us fetch chosen addresses.
 */
export async function previewLetter(press: Press, task: LetterTask): Promise<PreviewPages | Unreadable> {
  const sent = bodyOf(task)
  if ('refused' in sent) return sent
  const letter = readLetter(sent.content)
  if ('refused' in letter) return { paper: null, problems: [problemOfExcess[letter.refused]] }
  const { draft, problems } = draftOf(letter, sent, task)

  const { own, remote } = picturesIn(draft.pictures)
  const read = await normalise(press, own)
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
  const toSet = letterToSet(draft, new Map([...gaps, ...read.pictures]), task)
  const pages = await previewPages(press, toSet, draft)
  return {
    paper: pages.set ? shownPaper(pages.set) : null,
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

/** Stands for unprintable characters: an empty box. */
const box = '\u25a1'
const mostTries = 4

/**
 * The pages of a letter despite mistakes: unprintable characters become boxes, a recipient that does not fit its window
 * is left out, and pages over the limit are included.
 */
async function previewPages(
  press: Press,
  letter: LetterToSet,
  addresses: Addresses,
): Promise<{ set?: SetLetter; problems: Problem[] }> {
  const problems: Problem[] = []
  let next: LetterToSet = { ...letter, anyLength: true }
  for (let tries = 0; tries < mostTries; tries++) {
    const set = await setPages(press, next)
    if (!('refused' in set)) {
      if (set.pages > maxPages) problems.push(tooLong(set.pages))
      return { set, problems }
    }
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

/** One problem for each place of the character. */
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
  // Longest first: a character may be part of another.
  const ordered = characters.toSorted((one, other) => other.length - one.length)
  const replace = (text: string) => ordered.reduce((all, one) => all.replaceAll(one, box), text)
  const inRun = (run: Run): Run => {
    if ('text' in run) return { ...run, text: replace(run.text) }
    return 'picture' in run && run.caption ? { ...run, caption: replace(run.caption) } : run
  }
  return {
    ...letter,
    content: mapLeaves(letter.content, (leaf) =>
      leaf.type === 'code' ? { ...leaf, text: replace(leaf.text) } : { ...leaf, runs: leaf.runs.map(inRun) },
    ),
    sender: letter.sender.map(replace),
    recipient: letter.recipient.map(replace),
    dateLine: replace(letter.dateLine),
  }
}
