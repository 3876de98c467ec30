import type { Preview } from '@lacre/letter/calls.ts'
import { gramsOf } from '@lacre/letter/content/limits.ts'
import { picturesOf } from '@lacre/letter/content/text.ts'
import { madridDay } from '@lacre/letter/days.ts'
import { priceOn } from '@lacre/letter/price/price.ts'
import type { AllPrices } from '../../ports.ts'
import type { Clock } from '../../outside/clock.ts'
import type { NormalPicture, SetLetter, Turn, Typesetter } from '../../typesetting/typesetter.ts'
import { letterToSet } from '../pages/letter-to-set.ts'
import { bytesInLetter, normalisePictures, picturesIn } from '../pages/pictures.ts'
import { pictureProblem } from '../pages/problems.ts'
import { draftOf, readSent } from '../pages/read-draft.ts'
import { previewPages } from './preview-pages.ts'

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
export type PreviewDeps = {
  typesetter: Typesetter
  clock: Clock
  allPrices: AllPrices
  publicUrl: URL
}

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
  const { typesetter, clock, publicUrl } = deps
  const day = madridDay(clock.now())
  const { total } = priceOn(day, await deps.allPrices())
  const sent = await readSent(typesetter, json, turn)
  if (sent === 'unavailable') return sent
  if ('code' in sent) return { paper: null, total, problems: [sent] }
  const { draft, problems } = draftOf(sent, sent.addresses)

  const { own, remote } = picturesIn(draft.pictures)
  const options = { bytesOf: bytesInLetter, atOnce: 1, stopAtProblem: false, turn }
  const read = await normalisePictures(typesetter, own, options)
  if (read === 'unavailable') return read

  const missing = remote.map(({ number }) => pictureProblem.remote(number))
  const dark = own
    .filter(({ name }) => read.pictures.get(name)?.isDark)
    .map(({ number }) => pictureProblem.showsThrough(number))
  const ofPictures = [...read.problems, ...missing, ...dark].sort(
    (a, b) => (a.picture ?? 0) - (b.picture ?? 0),
  )
  const gaps = picturesOf(draft.content).map((name) => [name, gap] as const)
  const letter = letterToSet(draft, new Map([...gaps, ...read.pictures]), { day, publicUrl })
  const pages = await previewPages(typesetter, letter, draft, turn)
  if (pages === 'unavailable') return pages
  return {
    paper: pages.set ? shownPaper(pages.set) : null,
    total,
    problems: [...problems, ...ofPictures, ...pages.problems],
  }
}

const shownPaper = ({ pages, sheets, pdf }: SetLetter): Preview['paper'] => ({
  pages,
  sheets,
  grams: gramsOf(sheets),
  pdf: pdf.toString('base64'),
})
