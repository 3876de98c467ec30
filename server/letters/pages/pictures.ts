import { picturesOf } from '@lacre/letter/content/plain-text.ts'
import type { Content } from '@lacre/letter/content/tree.ts'
import type { NormalPicture, Typesetter } from '../../typesetting/typesetter.ts'
import { bytesOfData } from './data-address.ts'
import { pictureProblem, type Problem } from './problems.ts'

/** Pictures as they will be printed, by the address that stands in the letter. */
export type Pictures = Map<string, NormalPicture>
/** `number` counts the letter's pictures from 1, each address once. */
type Numbered = { address: string; number: number }

const isData = ({ address }: Numbered) => /^data:/i.test(address)

/** The letter's pictures, in reading order: those it carries itself, and those that stand elsewhere. */
export function picturesIn(content: Content): { own: Numbered[]; remote: Numbered[] } {
  const all = picturesOf(content).map((address, index) => ({ address, number: index + 1 }))
  return { own: all.filter(isData), remote: all.filter((picture) => !isData(picture)) }
}

/** Where the bytes of the letter's own pictures are. */
export const bytesInAddress = (address: string): Promise<Buffer> => Promise.resolve(bytesOfData(address))

/**
 * Makes pictures printable, a few at once: those that are, and what is wrong with the others, by number. With
 * `stopAtProblem` nothing more is begun after the first one that cannot be printed.
 */
export async function normalisePictures(
  typesetter: Typesetter,
  wanted: Numbered[],
  options: {
    bytesOf: (address: string) => Promise<Buffer | undefined>
    atOnce: number
    stopAtProblem: boolean
  },
): Promise<{ pictures: Pictures; problems: Problem[] } | 'unavailable'> {
  const pictures: Pictures = new Map()
  const problems = new Map<number, Problem>()
  const ahead = wanted.values()
  let isUnavailable = false

  async function work() {
    for (const { address, number } of ahead) {
      const bytes = await options.bytesOf(address)
      const normal = bytes && (await typesetter.normalise(bytes))
      if (!normal) problems.set(number, pictureProblem.unreachable(number))
      else if ('bytes' in normal) pictures.set(address, normal)
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
