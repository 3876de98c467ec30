import { photoSizes, type PhotoSize } from './photos.ts'
import type { Block, Content, PictureRun, Run } from './tree.ts'

function* leaves(content: Content): Generator<Exclude<Block, { items: Block[][] } | { blocks: Block[] }>> {
  for (const block of content) {
    if ('items' in block) for (const item of block.items) yield* leaves(item)
    else if ('blocks' in block) yield* leaves(block.blocks)
    else yield block
  }
}

function textOf(run: Run): string {
  if ('text' in run) return run.text
  return 'break' in run ? '\n' : (run.caption ?? run.alt ?? '')
}

/** What a letter says, a line for each paragraph; a picture says its caption, else its description. */
export const plainText = (content: Content): string =>
  [...leaves(content)]
    .map((leaf) => (leaf.type === 'code' ? leaf.text : leaf.runs.map(textOf).join('')))
    .join('\n')

const pictureRuns = (content: Content): PictureRun[] =>
  [...leaves(content)].flatMap((leaf) =>
    leaf.type === 'code' ? [] : leaf.runs.filter((run) => 'picture' in run),
  )

/** The addresses of the pictures, each once, in reading order. */
export const picturesOf = (content: Content): string[] => [
  ...new Set(pictureRuns(content).map(({ picture }) => picture)),
]

/** By address, where a picture has any. */
export function largestSizes(content: Content): Map<string, PhotoSize> {
  const largest = new Map<string, PhotoSize>()
  for (const { picture, size } of pictureRuns(content)) {
    const known = largest.get(picture)
    if (size && (!known || photoSizes.indexOf(size) > photoSizes.indexOf(known))) largest.set(picture, size)
  }
  return largest
}

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Nothing to print: no picture, and no text but spaces (design.md#printable). */
export const isEmptyContent = (content: Content): boolean =>
  picturesOf(content).length === 0 && !visible.test(plainText(content))
