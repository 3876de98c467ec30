import type { Block, Content, PictureRun, Run } from '@lacre/letter/content/tree.ts'
import { countNameLines } from '@lacre/letter/looks/typed-name.ts'
import { profile } from '@lacre/letter/paper-profile.ts'

/** Farewell and name, with the empty lines between them; a name may have two lines. */
const mostWritten = 2
const mostBlocks = 8

/** A paragraph of the text before the end, and the block of the letter in which it is. */
type Before = { paragraph: Block; block: number }
type Closing = {
  /** The block with which the letter's end begins: its farewell, its name, or what is signed. */
  begins: number
  /** Blocks that no page may part from the next: a farewell before its name, empty lines before the signature. */
  together: Set<Block>
  /** Farewell and name are the last lines of a longer paragraph. */
  endsInside: boolean
  /** Under the farewell, where there is one: a signature stands over it. */
  name: TypedName | undefined
  /** The last two paragraphs before a short end, the last one first: what goes on with it are two lines of theirs. */
  before: Before[]
}

/** The block and, by the line breaks after it, the line with which a typed name begins. */
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

/** Where a farewell is written on last lines of its paragraph: the run, a line break, with which the text before it ends. */
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

/** Lines as somebody broke them, by the run with which they begin. */
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
    // Code, a photo, a heading: nothing of it goes on alone.
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

/** Where the first and the last line of a paragraph before the end stand; `y`, their feet, in millimetres. */
export type LineMark = {
  before: number
  block: number
  line: 'first' | 'last'
  page: number
  y: number
  /** From line to line. */
  pitch: number
  /** Its paragraph goes on with the farewell, so that one line of it would be left alone. */
  endsInside: boolean
}
/** Room at the foot of the page where this block begins, in millimetres: what stood there goes on to the next. */
type Kept = { block: number; height: number }
export const noAdjustment: Kept = { block: -1, height: 0 }

/** Enough for a line not to fit any more. */
const more = 0.4
const foot = profile.nextBody.y + profile.nextBody.h

/**
 * When farewell and name would stand alone on the last page, or with one line: what keeps two with them, where two can be
 * had. More of a paragraph goes on, or all of it, where else a line would be alone.
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
  // One line of it is there already; wherever the page before ends, less than a line is free below it.
  const isFirst = pages > 1 && y < profile.nextBody.y + pitch
  return endsInside && isFirst && cut.begins < page ? { block, height: pitch } : undefined
}

/** A farewell is no longer. */
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
