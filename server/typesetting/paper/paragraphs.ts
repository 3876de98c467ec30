import type { Block, Content, PictureRun, Run } from '@lacre/letter/content/tree.ts'

/** A farewell is no longer. */
export const shortParagraph = 80

export const lengthOf = (runs: Run[]) =>
  runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 0), 0)

export const isEmpty = (block: Block) =>
  'runs' in block && block.runs.every((run) => 'text' in run && run.text.trim() === '')

export function withoutEmptyEnd(content: Content): Content {
  const last = content.findLastIndex((block) => !isEmpty(block))
  return last < 0 ? content : content.slice(0, last + 1)
}

export const isShort = (block: Block | undefined) =>
  block?.type === 'paragraph' &&
  lengthOf(block.runs) < shortParagraph &&
  !block.runs.some((run) => 'picture' in run)

/** A picture with a paragraph to itself stands as a block of its own, on the side where the paragraph stood. */
export function onlyPicture(runs: Run[]): PictureRun | undefined {
  const visible = runs.filter((run) => 'picture' in run || ('text' in run && run.text.trim() !== ''))
  const [first] = visible
  return visible.length === 1 && first && 'picture' in first ? first : undefined
}

const leftwards = /^[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const firstLetter = (runs: Run[]) =>
  runs.map((run) => ('text' in run ? /\p{L}/u.exec(run.text)?.[0] : undefined)).find(Boolean)
const firstLetterIn = (blocks: Content): string | undefined => {
  for (const block of blocks) {
    const found =
      'runs' in block
        ? firstLetter(block.runs)
        : firstLetterIn('items' in block ? block.items.flat() : 'blocks' in block ? block.blocks : [])
    if (found) return found
  }
  return undefined
}
const runsLeft = (letter: string | undefined) => letter !== undefined && leftwards.test(letter)

/** Its first letter decides which way a paragraph runs. */
export const isLeftwards = (runs: Run[]): boolean => runsLeft(firstLetter(runs))
/** And on which side the marks of a list stand. */
export const isLeftwardsList = (items: Content[]): boolean => runsLeft(firstLetterIn(items.flat()))
