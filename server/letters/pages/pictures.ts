import type { PhotoSize } from '@lacre/letter/content/tree.ts'
import type { LetterPicture, NormalPicture, Turn, Typesetter } from '../../typesetting/typesetter.ts'
import { pictureProblem, type Problem } from './problems.ts'

/** Pictures as they will be printed, by the name that stands in the letter. */
export type Pictures = Map<string, NormalPicture>
/** The letter's pictures, in reading order, counted from 1: those it carries itself, and those that stand elsewhere. */
export function picturesIn(pictures: LetterPicture[]) {
  const all = pictures.map((picture, index) => ({ ...picture, number: index + 1 }))
  return {
    own: all.filter((picture) => 'bytes' in picture),
    remote: all.filter((picture) => 'address' in picture),
  }
}

/** Where the bytes of the letter's own pictures are. */
export const bytesInLetter = ({ bytes }: { bytes: Uint8Array }): Promise<Uint8Array> => Promise.resolve(bytes)

/**
 * Makes pictures printable, a few at once: those that are, and what is wrong with the others, by number. With
 * `stopAtProblem` nothing more is begun after the first one that cannot be printed.
 */
export async function normalisePictures<Wanted extends { name: string; number: number; size?: PhotoSize }>(
  typesetter: Typesetter,
  wanted: Wanted[],
  options: {
    bytesOf: (picture: Wanted) => Promise<Uint8Array | undefined>
    atOnce: number
    stopAtProblem: boolean
    turn?: Turn | undefined
    arePrinted?: boolean
  },
): Promise<{ pictures: Pictures; problems: Problem[] } | 'unavailable'> {
  const pictures: Pictures = new Map()
  const printed = options.arePrinted && { isPrinted: true as const }
  const problems = new Map<number, Problem>()
  const ahead = wanted.values()
  let isUnavailable = false

  async function work() {
    for (const picture of ahead) {
      const { name, number, size } = picture
      const bytes = await options.bytesOf(picture)
      const normal =
        bytes && (await typesetter.normalise({ bytes, ...(size && { size }), ...printed }, options.turn))
      if (!normal) problems.set(number, pictureProblem.unreachable(number))
      else if ('bytes' in normal) pictures.set(name, normal)
      else if (normal.refused === 'unavailable') isUnavailable = true
      else problems.set(number, pictureProblem.unreadable(number))
      if (isUnavailable || (options.stopAtProblem && problems.size)) return
    }
  }
  await Promise.all(Array.from({ length: options.atOnce }, work))
  if (isUnavailable) return 'unavailable'
  const inOrder = [...problems].sort(([one], [other]) => one - other)
  return { pictures, problems: inOrder.map(([, problem]) => problem) }
}
