import type { Block, Content, PictureRun, Run } from '@lacre/letter/content/tree.ts'
import { countNameLines } from '@lacre/letter/looks/typed-name.ts'
import { profile } from '@lacre/letter/paper-profile.ts'

/** Farewell and name, with empty lines between them; a name may have two lines. */
const mostWritten = 2
const mostBlocks = 8

/** A paragraph before the closing, and the letter's block that contains it. */
type Before = { paragraph: Block; block: number }
type Closing = {
  /** The first block of the closing: farewell, name, or signature. */
  begins: number
  /** Blocks that must stay on a page with the next: a farewell with its name, empty lines with the signature. */
  together: Set<Block>
  /** Farewell and name are the last lines of a longer paragraph. */
  endsInside: boolean
  /** Below the farewell, if there is one: the signature goes above the name. */
  name: TypedName | undefined
  /** The last two paragraphs before a short closing, last first: two of their lines must stay with it. */
  before: Before[]
}

/** Where a typed name begins: its block, and its line counted by the line breaks after it. */
type TypedName = { block: number; breaks: number; lines: number }

function findName(content: Content): TypedName | undefined {
  const lines: { block: number; breaks: number; text: string }[] = []
  for (let block = content.length - 1; block >= 0 && lines.length < 3; block--) {
    const one = content[block]!
    if (isEmpty(one)) continue
    if (one.type !== 'paragraph' || one.runs.some((run) => 'picture' in run)) break
    const written = linesWritten(one).map(({ text }, at, all) => ({
      block,
      breaks: all.length - 1 - at,
      text,
    }))
    lines.unshift(...written.filter(({ text }) => text))
  }
  const count = countNameLines(lines.map(({ text }) => text))
  return count ? { ...lines.at(-count)!, lines: count } : undefined
}

export function closingOf(content: Content, isSigned: boolean): Closing {
  const last = content.findLastIndex((block) => !isEmpty(block))
  const endsShort = last >= 0 && isShort(content[last])
  const name = findName(content)
  const most = mostWritten + (name?.lines === 2 ? 1 : 0)
  let first = last
  let written = last < 0 ? 0 : Math.max(1, linesWritten(content[last]!).filter(({ text }) => text).length)
  for (let at = last - 1; at >= 0 && last - at < mostBlocks && written < most; at--) {
    const block = content[at]!
    if (isEmpty(block)) continue
    if (!isShort(block)) break
    first = at
    written++
  }
  const endsInside = last >= 0 && !endsShort && shortEndOf(content[last]!) !== undefined
  return {
    endsInside,
    name,
    begins: first < last || endsShort || isSigned ? Math.max(first, 0) : content.length,
    together: new Set(content.slice(Math.max(first, 0), isSigned ? -1 : Math.max(last, 0))),
    before: endsInside
      ? [{ paragraph: content[last]!, block: last }]
      : endsShort
        ? paragraphsBefore(content, first)
        : [],
  }
}

/** If a farewell ends its paragraph: the line break before it. */
export function shortEndOf(block: Block): number | undefined {
  if (block.type !== 'paragraph' || block.runs.some((run) => 'picture' in run)) return undefined
  const lines = linesWritten(block)
  let first: number | undefined
  let written = 0
  for (let at = lines.length - 1; at > 0 && written < mostWritten; at--) {
    const { length } = lines[at]!.text
    if (length >= shortParagraph) break
    if (!length) continue
    first = at
    written++
  }
  if (first === undefined) return undefined
  while (first > 0 && !lines[first - 1]!.text) first--
  return first ? lines[first]!.from - 1 : undefined
}

/** Lines by manual breaks, each with its first run. */
function linesWritten(block: Block) {
  const lines = [{ from: 0, text: '' }]
  for (const [at, run] of 'runs' in block ? block.runs.entries() : []) {
    if ('text' in run) lines.at(-1)!.text += run.text
    else lines.push({ from: at + 1, text: '' })
  }
  return lines.map((line) => ({ ...line, text: line.text.trim() }))
}

function paragraphsBefore(content: Content, end: number): Before[] {
  const found: Before[] = []
  for (let block = end - 1; block >= 0 && found.length < 2; block--) {
    const inside = paragraphsIn(content[block]!)
    // Code, photos and headings are not split over pages.
    if (!inside) break
    for (const paragraph of inside.toReversed())
      if (found.length < 2 && !isEmpty(paragraph)) found.push({ paragraph, block })
  }
  return found
}

function paragraphsIn(block: Block): Block[] | undefined {
  if (block.type === 'paragraph') return block.runs.some((run) => 'picture' in run) ? undefined : [block]
  const blocks = 'items' in block ? block.items.flat() : 'blocks' in block ? block.blocks : undefined
  const inside = blocks?.map(paragraphsIn)
  return inside?.some((some) => !some) ? undefined : inside?.flatMap((some) => some ?? [])
}

/** The position of a paragraph's first or last line; `y`, its foot, in millimetres. */
export type LineMark = {
  before: number
  block: number
  line: 'first' | 'last'
  page: number
  y: number
  /** The line height in millimetres. */
  pitch: number
  /** The farewell continues this paragraph, so one line of it would be left alone. */
  endsInside: boolean
}
/** Space to reserve at the foot of this block's page, in millimetres, which moves its lines to the next page. */
type Kept = { block: number; height: number }
export const noAdjustment: Kept = { block: -1, height: 0 }

/** Enough that a line no longer fits. */
const more = 0.4
const foot = profile.nextBody.y + profile.nextBody.h

/**
 * When the closing would stand on the last page with no more than one line: the space to reserve so that two lines stay
 * with it, if possible. Moves more of a paragraph, or all of it, where one line would be left.
 */
export function keepLines(marks: LineMark[], pages: number): Kept | undefined {
  const [near, other] = [0, 1].map((before) => {
    const [first, last] = marks.filter((mark) => mark.before === before)
    return (
      first && last && { ...last, begins: first.page, isOne: first.page === last.page && first.y === last.y }
    )
  })
  const cut = near?.isOne && other ? other : near
  if (!cut) return undefined
  const { block, page, y, pitch, endsInside } = cut
  if (page < pages) return { block, height: foot - y + (endsInside ? pitch : 0) + more }
  // One line of it is already there; less than a line is free on the page before.
  const isFirst = pages > 1 && y < profile.nextBody.y + pitch
  return endsInside && isFirst && cut.begins < page ? { block, height: pitch } : undefined
}

/** A farewell is shorter than this. */
const shortParagraph = 80

export const lengthOf = (runs: Run[]) =>
  runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 0), 0)

export const isEmpty = (block: Block) =>
  'runs' in block && block.runs.every((run) => 'text' in run && run.text.trim() === '')

export function withoutEmptyEnd(content: Content): Content {
  const last = content.findLastIndex((block) => !isEmpty(block))
  return last < 0 ? content : content.slice(0, last + 1)
}

export const isShort = (block: Block | undefined, longest = shortParagraph) =>
  block?.type === 'paragraph' && lengthOf(block.runs) < longest && !block.runs.some((run) => 'picture' in run)

/** A picture alone in its paragraph becomes its own block, aligned like the paragraph. */
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

/** The first letter decides a paragraph's direction. */
export const isLeftwards = (runs: Run[]): boolean => runsLeft(firstLetter(runs))
/** The side of a list's markers. */
export const isLeftwardsList = (items: Content[]): boolean => runsLeft(firstLetterIn(items.flat()))
