import type { Block, Run } from '../tree.ts'
import type { Listed } from './fold-lists.ts'

const noBreak = /[\u00a0\u202f\u2007]/g
/** `12 €`, `1 948`, `km 7`, `n.º 3`: no line break between such parts. */
const belongs =
  /(?<=\d)[\u00a0\u202f\u2007](?=\d{3}(?!\d)|[€$£%‰°](?!\p{L})|(?:[kcm]?m[²³2]?|[km]?g|[kcm]?l|ha|h|min|s|k?Wh|°C|º|ª|EUR|euros?)(?![\p{L}\d]))|(?<=(?:^|[\s(])(?:n\.º|núm\.|km|art\.|pág\.))[\u00a0\u202f\u2007](?=\d)/giu
/** Wider than any line. */
const tooLong = /[^ \n\t]{30,}/g

/** Keeps no-break spaces between parts that belong together; others would push a line off the paper. */
export function loosenSpaces(text: string): string {
  if (!hasNoBreak(text)) return text
  const kept = new Set([...text.matchAll(belongs)].map(({ index }) => index))
  return text
    .replace(noBreak, (_, at: number) => (kept.has(at) ? '\u00a0' : ' '))
    .replace(tooLong, (long) => long.replaceAll('\u00a0', ' '))
}
const hasNoBreak = (text: string) => text.search(noBreak) >= 0
/** Word processors fill empty paragraphs with it. */
const isNoBreak = (text: string) => text.trim() === '' && hasNoBreak(text)

/** Works across runs; the text keeps its length. */
function loosen(runs: Run[]): Run[] {
  const whole = runs.map((run) => ('text' in run ? run.text : '\n')).join('')
  const loose = loosenSpaces(whole)
  if (loose === whole) return runs
  let at = 0
  return runs.map((run): Run => {
    const from = at
    at += 'text' in run ? run.text.length : 1
    return 'text' in run ? { ...run, text: loose.slice(from, at) } : run
  })
}

/** Only spaces and line breaks. */
export const isBlank = (block: Block): boolean =>
  'runs' in block && block.runs.every((run) => 'break' in run || ('text' in run && run.text.trim() === ''))

/** A break at a paragraph's end shows no empty line; each further one does. */
export function tidyBlock(block: Exclude<Block, { items: Block[][] } | { blocks: Block[] }>): Block[] {
  if (block.type === 'code') return [{ ...block, text: loosenSpaces(block.text) }]
  const empty = (): Block => ({ type: 'paragraph', runs: [] })
  const isEmpty = block.runs.every((run) => 'break' in run || ('text' in run && isNoBreak(run.text)))
  const end = isEmpty ? 0 : block.runs.findLastIndex((run) => !('break' in run)) + 1
  const breaks = block.runs.filter((run, at) => at >= end && 'break' in run).length
  const runs = end < block.runs.length ? block.runs.slice(0, end) : block.runs
  return [{ ...block, runs: loosen(runs) }, ...Array.from({ length: breaks - 1 }, empty)]
}

const mostInCell = 200
const lengthOf = (runs: Run[]) => runs.reduce((sum, run) => sum + ('text' in run ? run.text.length : 1), 0)

export type Span = { columns: number; rows: number }
/** `isOwn`: written here, not spanning from elsewhere. */
type Cell = { blocks: Block[]; isOwn: boolean }
const nothing: Cell = { blocks: [], isOwn: false }
const longestRepeated = 40
const isRepeatable = (block: Block) =>
  'runs' in block && block.runs.every((run) => !('picture' in run)) && lengthOf(block.runs) <= longestRepeated

/** Puts each cell into its column. Row spans are repeated in each row; empty columns are dropped. */
export function spreadCells(rows: Block[][][], spans: Map<Block[], Span>): Cell[][] {
  const below: { cell: Cell; rows: number }[] = []
  const spread = rows.map((row) => {
    const cells: Cell[] = []
    function reach() {
      for (let from = below[cells.length]; from?.rows; from = below[cells.length]) {
        from.rows--
        cells.push(from.cell)
      }
    }
    for (const blocks of row) {
      reach()
      const { columns, rows } = spans.get(blocks) ?? { columns: 1, rows: 1 }
      for (let at = 0; at < columns; at++) {
        const again = at === 0 && blocks.every(isRepeatable) ? { blocks, isOwn: false } : nothing
        below[cells.length] = { cell: again, rows: rows - 1 }
        cells.push(at === 0 ? { blocks, isOwn: true } : nothing)
      }
    }
    reach()
    return cells
  })
  const used = new Set(
    spread.flatMap((row) => [...row.keys()].filter((at) => !row[at]!.blocks.every(isBlank))),
  )
  return spread.map((row) => row.filter(({ isOwn }, at) => used.has(at) || (isOwn && row.length === 1)))
}

/**
 * Joins a row's cells into one line; cells with more than words follow each other, as in page layouts. `isData`: an
 * empty cell keeps its place.
 */
export function joinRow(
  spread: Cell[],
  listed: Map<Block, Listed>,
  isData: boolean,
): { blocks: Block[]; isJoined: boolean; added: number } {
  const row = spread.filter(({ isOwn }) => isOwn).map(({ blocks }) => blocks)
  const places = spread.map(({ blocks }) => blocks.filter((block) => !isBlank(block)))
  const line = places.slice(0, places.findLastIndex((cell) => cell.length > 0) + 1)
  const cells = row.map((cell) => cell.filter((block) => !isBlank(block))).filter((cell) => cell.length > 0)
  const isShort = cells.every(
    (cell) =>
      cell.length <= 3 &&
      cell.every((block) => 'runs' in block && !listed.has(block) && lengthOf(block.runs) <= mostInCell),
  )
  if (!isShort || line.length < 2 || (!isData && cells.length < 2) || !cells.length)
    return { blocks: row.length > 1 ? cells.flat() : row.flat(), isJoined: cells.length > 1, added: 0 }
  const runs = line.flatMap((cell, at): Run[] => {
    if (!cell.length) return [{ text: at > 0 ? ' · –' : '–' }]
    const inCell = cell.flatMap((block, line): Run[] => {
      const own = 'runs' in block ? trimmed(block.runs) : []
      return line > 0 ? [{ text: ' ' }, ...own] : own
    })
    return at > 0 ? [{ text: ' · ' }, ...inCell] : inCell
  })
  return { blocks: [{ type: 'paragraph', runs }], isJoined: true, added: line.length - cells.length }
}

/** Trims spaces and breaks; a break between words becomes a space. */
function trimmed(runs: Run[]): Run[] {
  const spaced = runs.map((run): Run => ('break' in run ? { text: ' ' } : run))
  const isBlankRun = (run: Run) => 'text' in run && run.text.trim() === ''
  const [first, last] = [
    spaced.findIndex((run) => !isBlankRun(run)),
    spaced.findLastIndex((run) => !isBlankRun(run)),
  ]
  return spaced.slice(first, last + 1)
}
