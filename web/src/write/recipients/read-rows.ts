import Papa from 'papaparse'
import type { Address } from '@lacre/letter/address/address.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import { addressOfRow, columnsByCells, columnsByHead, isHead, readColumns, type Column } from './columns.ts'
import { isCards, readCards } from './read-cards.ts'
import {
  addressOfLines,
  groupLines,
  joined,
  maxParts,
  placeParts,
  tidyCode,
  type PastedRow,
  type ReadList,
} from './read-lines.ts'

/** A cell or a line of an address is never as long. */
const maxLine = 500

/**
 * Whom somebody pasted: the rows of a table, with name, street, postal code and town, these two in either order, perhaps
 * province and country; or addresses in lines, as on labels. Nothing is dropped: what is wrong with an address is for its
 * reader to say.
 */
export function readRows(text: string): PastedRow[] {
  const rows: PastedRow[] = []
  let head: Column[] | undefined
  let lines: string[] = []
  function endLines() {
    for (const group of groupLines(lines)) rows.push(rowOf(addressOfLines(group), group))
    lines = []
  }
  for (const row of withoutSpacing(readTable(text))) {
    const [line = '', ...others] = row
    const cells = (others.length ? row : line.split(',')).slice(0, maxParts).map(linesIn)
    const flat = cells.map((cell) => joined(cell, ', '))
    if (others.length || isBlank(row) || isHead(flat)) endLines()
    if (isBlank(row)) continue
    if (isHead(flat)) head = columnsByHead(flat)
    else if (head) {
      rows.push(rowOf(addressOfRow(flat, head).address, flat))
    } else if (others.length) {
      const [name = [], ...more] = cells
      const parts = [joined(name, ' '), ...more.flat()]
      rows.push(rowOf(placeParts(parts), parts))
    } else {
      // Of a spreadsheet's cell, too, that holds a whole label.
      const here = linesIn(line).map((one, at) =>
        tidyCode(lines.length + at === 0 || isWhole(one) ? one.replace(mark, '') : one),
      )
      if (here.length > 1) endLines()
      lines.push(...here)
      if (here.length > 1) endLines()
    }
  }
  endLines()
  return rows
}

/** What numbers or marks the entries of a list is nobody's name; a floor (`4.º B`) is no number of a list. */
const mark = /^(?:[-–—•*·▪‣◦]\s*|\d{1,3}[.)]\s+)(?=[\p{Lu}\p{Ll}])/u
/** An address that stands in one line. */
const isWhole = (line: string) => line.includes(',') && /\d{5}/.test(line)

const rowOf = (address: Address, parts: string[]): PastedRow => ({
  address: { ...address, name: address.name.replace(mark, '') },
  written: parts.filter(Boolean).join(' · '),
})

const linesIn = (cell: string) =>
  cell
    .split(/[\n\r]+/)
    .map((line) => cleanLine(line).slice(0, maxLine))
    .filter(Boolean)

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
export function readTable(text: string): string[][] {
  const [before = '', declaredSeparator] = head.exec(text) ?? []
  const { lines, mayQuote } = splitLines(text.slice(before.length))
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

/** A list as it was understood; `table`: what its columns are, which its reader may choose otherwise. */
export type Reading = ReadList & { table?: { columns: Column[]; body: string[][] } }

export function readList(text: string): Reading {
  if (isCards(text)) return readCards(text)
  return readCells(readTable(text)) ?? { rows: readRows(text), unused: [], withoutAddress: [] }
}

/** Undefined where its columns cannot be told, as in addresses that stand in lines. */
export function readCells(table: string[][]): Reading | undefined {
  const rows = table
    .map((row) =>
      (row.length > 1 ? row : row.flatMap((line) => line.split(','))).map((cell) =>
        joined(linesIn(cell), ', '),
      ),
    )
    .filter((row) => !isBlank(row))
  const at = rows.slice(0, mostTitles).findIndex(isHead)
  const body = rows.slice(at + 1)
  const isTable = body.length > 0 && table.every((row) => row.length !== 1 || at >= 0 || isBlank(row))
  const columns = at >= 0 ? columnsByHead(rows[at]!, body) : isTable ? columnsByCells(body) : undefined
  return columns && isTable ? { ...readColumns(body, columns), table: { columns, body } } : undefined
}
/** Lines above the headings of a table. */
const mostTitles = 5

export { readColumns }
