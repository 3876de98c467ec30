import Papa from 'papaparse'
import type { Address } from '@lacre/letter/address/address.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { columnsByCells, columnsByHead, isHead, isForeignHead, readColumns, type Reading } from './columns.ts'
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

/** Longer cells or lines are cut. */
const maxLine = 500

/** Parses vCards, a table, or addresses in lines, as on labels. */
export function readList(text: string): Reading {
  if (isCards(text)) return readCells(readCards(text))!
  const table = readTable(text)
  return readCells(table) ?? { rows: readRows(table), unused: [], withoutAddress: [] }
}

/**
 * Reads a table by its columns; undefined when it is none, as for addresses in lines. Nothing is dropped silently: unused
 * columns, lines above the headings and `besides` are reported.
 */
export function readCells(table: string[][], besides: string[] = []): Reading | undefined {
  if (table.some(isPlaces)) return undefined
  const rows = table
    .map((row) => (row.length > 1 ? row : row.flatMap((line) => line.split(','))))
    .map((row) => row.map((cell) => joined(linesIn(cell.split(several)[0]!), ', ')))
    .filter((row) => !isBlank(row))
  const known = rows.slice(0, mostTitles).findIndex(isHead)
  const at = known < 0 && isForeignHead(rows) ? 0 : known
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
/** Google separates several values of a cell so. */
const several = ' ::: '

/** Merges tables below each other, each with its headings. */
const together = (readings: (Reading | undefined)[]): Reading => ({
  rows: readings.flatMap((one) => one?.rows ?? []),
  unused: readings.flatMap((one) => one?.unused ?? []),
  withoutAddress: readings.flatMap((one) => one?.withoutAddress ?? []),
})
/** The headings may stand below so many lines. */
const mostTitles = 5
/** An address book has a hundred; without a limit a row of commas takes quadratic time. */
const mostColumns = 300

/** Reads rows without known columns, and addresses in lines. */
function readRows(table: string[][]): PastedRow[] {
  const rows: PastedRow[] = []
  let lines: string[] = []
  function endLines() {
    for (const group of groupLines(lines)) rows.push(rowOf(addressOfLines(group), group))
    lines = []
  }
  for (const row of joinNames(withoutSpacing(stackLabels(table)))) {
    const [line = '', ...others] = row
    if (others.length || isBlank(row)) endLines()
    if (isBlank(row)) continue
    if (others.length) {
      const [name = [], ...more] = row.slice(0, maxParts).map(linesIn)
      const parts = [joined(name, ' '), ...more.flat()]
      rows.push(rowOf(placeParts(parts), parts))
    } else {
      // A spreadsheet cell may hold a whole label.
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

/** An address in one line. */
const isWhole = (line: string) => line.includes(',') && /\d{5}/.test(line)

const rowOf = (address: Address, parts: string[]): PastedRow => ({
  address: { ...address, name: withoutMark(address.name) },
  written: parts.filter(Boolean).join(' · '),
})

const linesIn = (cell: string) =>
  cell
    .replace(textMark, '$1')
    .replace(emptyCell, '')
    .replace(wholeNumber, '$1')
    .split(/[\n\r]+/)
    .map((line) => cleanLine(line).slice(0, maxLine))
    .filter(Boolean)

/** Text markers of spreadsheets: `="08001"`, `'08001`. */
const textMark = /^(?:="([^"]*)"$|'(?=\d))/

/** Null values, spreadsheet errors and formulas. */
const emptyCell = /^\s*(?:null|nan|n\/[ad]|#n\/[ad]|#\S*[!?]|#+|=.*|[^\p{L}\p{N}]*)\s*$/isu
/** `28001,00`: a code treated as a number. */
const wholeNumber = /^\s*(\d[\d.]*)[.,]0{1,2}\s*$/

/** A row of `code town` cells side by side, as on a sheet of labels. */
const isPlaces = (row: string[]) => row.filter(Boolean).length > 1 && row.every(isPlaceOrEmpty)
const isPlaceOrEmpty = (cell: string) => /^\s*(?:\d{5} +\p{L}.*)?$/u.test(cell)

/** Puts labels that stand side by side below each other. */
function stackLabels(table: string[][]): string[][] {
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

/** Also a row of dashes below the headings. */
const isBlank = (row: string[]) => !row.some((cell) => /[\p{L}\p{N}]/u.test(cell))

/** Where an empty line follows every line, empty lines separate nothing. */
function withoutSpacing(table: string[][]): string[][] {
  const isSpaced = table.every((row, at) => isBlank(row) || isBlank(table[at + 1] ?? []))
  return isSpaced ? table.filter((row) => !isBlank(row)) : table
}

/** Separators in order of precedence, outside of quotes. */
const separators = ['\t', ';', '|', ',']

/** A byte order mark and the `sep=` line of a CSV. */
const head = /^\ufeff?(?:"?sep=([\t;|,])"?(?:\r?\n|\r|$))?/i

/**
 * Splits a spreadsheet or CSV into cells; the separator may differ between rows. A line with commas only is one cell, as it
 * may be a line of an address; an empty line is one empty cell.
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

/** Quotes keep line ends within a cell; an unclosed quote makes all quotes literal. */
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
  // A table with `|` on both sides.
  const isFramed = by === '|' && cells.length > 2 && !cells[0]!.trim() && !cells.at(-1)!.trim()
  return isFramed ? cells.slice(1, -1) : cells
}
