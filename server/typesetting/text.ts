import type { Excess } from '@lacre/letter/content/reading/grow-tree.ts'
import { readHtml } from '@lacre/letter/content/reading/read-html.ts'
import { isPale } from '@lacre/letter/content/reading/styles.ts'
import {
  type Block,
  type Content,
  type PhotoSize,
  photoSizes,
  type PictureRun,
  type Run,
} from '@lacre/letter/content/tree.ts'
import { writeHtml } from '@lacre/letter/content/write-html.ts'

type Leaf = Exclude<Block, { items: Block[][] } | { blocks: Block[] }>

/** Paragraphs, headings and code, in reading order. */
export function* leaves(content: Content): Generator<Leaf> {
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

/** A letter's text, one line per paragraph; for a picture its caption, else its description. */
export const plainText = (content: Content): string =>
  [...leaves(content)]
    .map((leaf) => (leaf.type === 'code' ? leaf.text : leaf.runs.map(textOf).join('')))
    .join('\n')

const mostFirst = 60

/** The beginning of a letter, in one line. */
export function firstWords(content: Content): string {
  const text = plainText(content).replace(/\s+/g, ' ').trim()
  return text.length <= mostFirst ? text : `${text.slice(0, mostFirst).replace(/ [^ ]*$/, '')}…`
}

export const pictureRuns = (content: Content): PictureRun[] =>
  [...leaves(content)].flatMap((leaf) =>
    leaf.type === 'code' ? [] : leaf.runs.filter((run) => 'picture' in run),
  )

/** The addresses of the pictures, without duplicates, in reading order. */
export const picturesOf = (content: Content): string[] => [
  ...new Set(pictureRuns(content).map(({ picture }) => picture)),
]

/** By address; only pictures with a size. */
export function largestSizes(content: Content): Map<string, PhotoSize> {
  const largest = new Map<string, PhotoSize>()
  for (const { picture, size } of pictureRuns(content)) {
    const known = largest.get(picture)
    if (size && (!known || photoSizes.indexOf(size) > photoSizes.indexOf(known))) largest.set(picture, size)
  }
  return largest
}

/** Text whose colour is unreadable on white, and whose background is no darker. */
export const hasPaleText = (content: Content): boolean =>
  [...leaves(content)].some(
    (leaf) =>
      leaf.type !== 'code' &&
      leaf.runs.some(
        (run) =>
          'text' in run &&
          run.text.trim() !== '' &&
          run.colour &&
          isPale(run.colour) &&
          !(run.background && !isPale(run.background)),
      ),
  )

const visible = /[^\s\p{Default_Ignorable_Code_Point}]/u

/** Nothing to print: no picture, and only spaces as text (design/sending.md#printable). */
export const isEmptyContent = (content: Content): boolean =>
  picturesOf(content).length === 0 && !visible.test(plainText(content))

/** HTML reduced to what a letter may have: no script, no form, no frame. */
export function cleanHtml(html: string): { clean: string } | { refused: Excess } {
  const read = readHtml(html)
  return 'refused' in read ? read : { clean: writeHtml(read.content) }
}

/** Changes paragraphs, headings and code; lists and quotes around them stay. */
export const mapLeaves = (content: Content, change: (leaf: Leaf) => Leaf): Content =>
  content.map((block): Block => {
    if ('items' in block) return { ...block, items: block.items.map((item) => mapLeaves(item, change)) }
    if ('blocks' in block) return { ...block, blocks: mapLeaves(block.blocks, change) }
    return change(block)
  })

export const mapRuns = (content: Content, change: (runs: Run[]) => Run[]): Content =>
  mapLeaves(content, (leaf) => (leaf.type === 'code' ? leaf : { ...leaf, runs: change(leaf.runs) }))

/** Replaces the address or name of each picture. */
export const renamePictures = (content: Content, rename: (address: string) => string): Content =>
  mapRuns(content, (runs) =>
    runs.map((run) => ('picture' in run ? { ...run, picture: rename(run.picture) } : run)),
  )
