import Papa from 'papaparse'
import type { Address } from '@lacre/letter/address/address.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { columnsByCells, columnsByHead, isHead, isStrangeHead, readColumns, type Reading } from './columns.ts'
import { isCards, readCards } from './read-cards.ts'
import {
  addressOfLines,
  groupLines,
  joined,
  joinNames,
  maxParts,
  placeParts,
  tidyCode,
  withoutMark,
  type PastedRow,
} from './read-lines.ts'

/** A cell or a line of an address is never as long. */
const maxLine = 500

/** A list as text: an address book, a table, or addresses in lines, as on labels. */
export function readList(text: string): Reading {
  if (isCards(text)) return readCells(readCards(text))!
  const table = readTable(text)
  return readCells(table) ?? { rows: readRows(table), unused: [], withoutAddress: [] }
}

/**
 * A table by its columns; undefined where they cannot be told, as in addresses that stand in lines. Nothing is dropped:
 * what goes nowhere is said, also the lines above the headings and what the caller has `besides`.
 */
export function readCells(table: string[][], besides: string[] = []): Reading | undefined {
  if (table.some(isPlaces)) return undefined
  const rows = table
    .map((row) => (row.length > 1 ? row : row.flatMap((line) => line.split(','))))
    .map((row) => row.map((cell) => joined(linesIn(cell.split(several)[0]!), ', ')))
    .filter((row) => !isBlank(row))
  const known = rows.slice(0, mostTitles).findIndex(isHead)
  const at = known < 0 && isStrangeHead(rows) ? 0 : known
  const isTable = at >= 0 || table.every((row) => row.length > 1 || isBlank(row))
  const isWide = table.some((row) => row.length > (at >= 0 ? mostColumns : maxParts))
  if (!isTable || isWide || !rows.length) return undefined
  const isSameHead = (row: string[]) => row.join() === rows[at]?.join()
  const next = rows.findIndex((row, of) => at >= 0 && of > at && isHead(row) && !isSameHead(row))
  if (next > 0) return together([readCells(rows.slice(0, next), besides), readCells(rows.slice(next))])
  const below = rows.slice(at + 1).filter((row) => !isSameHead(row))
  const body = at >= 0 ? below : joinNames(below)
  const columns = at >= 0 ? columnsByHead(rows[at]!, body) : columnsByCells(body)
  const titles = rows.slice(0, Math.max(at, 0)).map((row) => `«${row.filter(Boolean).join(' · ')}»`)
  const isSeveral = table.flat().some((cell) => cell.includes(several))
  const also = isSeveral ? ['lo que sigue a «:::»'] : []
  return columns && readColumns(body, columns, [...titles, ...also, ...besides])
}
/** Google writes so what somebody has several of, in one cell. */
const several = ' ::: '

/** Tables below each other with headings of their own. */
const together = (readings: (Reading | undefined)[]): Reading => ({
  rows: readings.flatMap((one) => one?.rows ?? []),
  unused: readings.flatMap((one) => one?.unused ?? []),
  withoutAddress: readings.flatMap((one) => one?.withoutAddress ?? []),
})
/** Lines above the headings of a table. */
const mostTitles = 5
/** An address book has a hundred; without a limit, reading a row of commas takes the square of their number. */
const mostColumns = 300

/** Rows with name, street, postal code and town, these two in either order, perhaps province and country; or lines. */
function readRows(table: string[][]): PastedRow[] {
  const rows: PastedRow[] = []
  let lines: string[] = []
  function endLines() {
    for (const group of groupLines(lines)) rows.push(rowOf(addressOfLines(group), group))
    lines = []
  }
  for (const row of joinNames(withoutSpacing(upright(table)))) {
    const [line = '', ...others] = row
    if (others.length || isBlank(row)) endLines()
    if (isBlank(row)) continue
    if (others.length) {
      const [name = [], ...more] = row.slice(0, maxParts).map(linesIn)
      const parts = [joined(name, ' '), ...more.flat()]
      rows.push(rowOf(placeParts(parts), parts))
    } else {
      // Of a spreadsheet's cell, too, that holds a whole label.
      const here = linesIn(line).map((one, at) =>
        tidyCode(lines.length + at === 0 || isWhole(one) ? withoutMark(one) : one),
      )
      if (here.length > 1) endLines()
      lines.push(...here)
      if (here.length > 1) endLines()
    }
  }
  endLines()
  return rows
}

/** An address that stands in one line. */
const isWhole = (line: string) => line.includes(',') && /\d{5}/.test(line)

const rowOf = (address: Address, parts: string[]): PastedRow => ({
  address: { ...address, name: withoutMark(address.name) },
  written: parts.filter(Boolean).join(' · '),
})

const linesIn = (cell: string) =>
  cell
    .replace(textMark, '$1')
    .replace(nothing, '')
    .replace(wholeNumber, '$1')
    .split(/[\n\r]+/)
    .map((line) => cleanLine(line).slice(0, maxLine))
    .filter(Boolean)

/** What makes a spreadsheet take figures for text: `="08001"`, `'08001`. */
const textMark = /^(?:="([^"]*)"$|'(?=\d))/

/** What programs write where nothing is, an error of a spreadsheet, or a formula. */
const nothing = /^\s*(?:null|nan|n\/[ad]|#n\/[ad]|#\S*[!?]|#+|=.*|[^\p{L}\p{N}]*)\s*$/isu
/** `28001,00`: a code or a number that was counted with. */
const wholeNumber = /^\s*(\d[\d.]*)[.,]0{1,2}\s*$/

/** Codes with their towns side by side, as a sheet of labels has them. */
const isPlaces = (row: string[]) => row.filter(Boolean).length > 1 && row.every(isPlaceOrEmpty)
const isPlaceOrEmpty = (cell: string) => /^\s*(?:\d{5} +\p{L}.*)?$/u.test(cell)

/** Labels side by side, each of them below the one before. */
function upright(table: string[][]): string[][] {
  if (!table.some(isPlaces)) return table
  const ends = table.flatMap((row, at) => (row.every(isPlaceOrEmpty) ? [at + 1] : []))
  return [...ends, table.length].flatMap((end, of) => {
    const block = table.slice(ends[of - 1] ?? 0, end).filter((row) => !isBlank(row))
    const width = Math.max(0, ...block.map((row) => row.length))
    return Array.from({ length: width }, (_, at) => [
      ...block.flatMap((row) => (row[at]?.trim() ? [[row[at]]] : [])),
      [''],
    ]).flat()
  })
}

/** Dashes below a heading say nothing either. */
const isBlank = (row: string[]) => !row.some((cell) => /[\p{L}\p{N}]/u.test(cell))

/** Where an empty line follows each, none of them parts anything. */
function withoutSpacing(table: string[][]): string[][] {
  const isSpaced = table.every((row, at) => isBlank(row) || isBlank(table[at + 1] ?? []))
  return isSpaced ? table.filter((row) => !isBlank(row)) : table
}

/** What parts the cells of a row: whichever it has first in this order, outside of quotes. */
const separators = ['\t', ';', '|', ',']

/** A byte order mark, and the line by which a CSV tells a spreadsheet its separator. */
const head = /^\ufeff?(?:"?sep=([\t;|,])"?(?:\r?\n|\r|$))?/i

/**
 * The cells of each row of a spreadsheet or a CSV; rows may differ in their separator. A line that has none but commas
 * is one cell, for it may be a line of an address; an empty one is a row of one empty cell.
 */
function readTable(text: string): string[][] {
  const [before = '', declaredSeparator] = head.exec(text) ?? []
  const { lines, mayQuote } = splitLines(text.slice(before.length))
  const spaced = lines.filter((line) => line.trim()).map((line) => line.trim().split(/ {2,}/))
  const [first = []] = spaced
  const isEven = spaced.length > 1 && first.length > 3 && spaced.every((row) => row.length === first.length)
  if (!/[\t;|]/.test(text) && (isEven || isHead(first)))
    return spaced.map((row) => (row.length === first.length ? row : [row.join(' ')]))
  return lines.map((line) => cellsIn(line, mayQuote, declaredSeparator))
}

/** Quotes keep line ends in a cell; when one is never closed, they mean nothing. */
function splitLines(text: string): { lines: string[]; mayQuote: boolean } {
  const lines: string[] = []
  let open: string[] = []
  let quotes = 0
  for (const line of text.split(/\r\n?|\n/)) {
    open.push(line)
    quotes += line.split('"').length - 1
    if (quotes % 2) continue
    lines.push(open.join('\n'))
    open = []
  }
  return open.length ? { lines: text.split(/\r\n?|\n/), mayQuote: false } : { lines, mayQuote: true }
}

function cellsIn(line: string, mayQuote: boolean, declaredSeparator: string | undefined): string[] {
  const bare = mayQuote ? line.replace(/"(?:[^"]|"")*"/g, '') : line
  const by = [declaredSeparator, ...separators].find((one) => one && bare.includes(one)) ?? ';'
  if (by === ',' && by !== declaredSeparator && !(mayQuote && /(?:^|,)"/.test(line))) return [line]
  const cells = Papa.parse<string[]>(line, { delimiter: by, quoteChar: mayQuote ? '"' : '\0' }).data.flat()
  // A table with lines on both sides.
  const isFramed = by === '|' && cells.length > 2 && !cells[0]!.trim() && !cells.at(-1)!.trim()
  return isFramed ? cells.slice(1, -1) : cells
}
