import type { Address, AddressField } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { cleanLine } from '@lacre/letter/content/tree.ts'
import {
  addressOfLines,
  groupLines,
  joined,
  maxParts,
  placeParts,
  tidyCode,
  usualCountry,
  wholeCode,
} from './read-lines.ts'

/** Larger is no list of people. */
export const maxRowsText = 50_000
/** A cell or a line of an address is never as long. */
const maxLine = 500

const given = ['nombre', 'nombre completo', 'nombre y apellidos', 'destinatario', 'name']
const surnames = ['apellidos', 'apellido', 'primer apellido', 'apellido 1', 'segundo apellido', 'apellido 2']
/** What a column may be called at the head of a table; of several, their cells are read in this order. */
const headings = {
  name: [...given, ...surnames],
  street: ['calle', 'calle y numero', 'direccion', 'direccion postal', 'domicilio', 'street', 'address'],
  city: ['ciudad', 'poblacion', 'localidad', 'municipio', 'pueblo', 'city', 'town'],
  state: ['estado', 'provincia', 'barrio', 'urbanizacion', 'state'],
  postalCode: ['codigo postal', 'cp', 'c p', 'cod postal', 'postal code', 'zip'],
  country: ['pais', 'country'],
} satisfies Record<AddressField, string[]>
const known = Object.values(headings).flat()
/** What may follow a street; a number before it counts the rows. */
const doors = 'numero num nº n portal bloque escalera piso planta puerta letra'.split(' ')

/** An address, whole or not, and as it was written. */
type PastedRow = { address: Address; written: string }

/**
 * Whom somebody pasted: the rows of a table, with name, street, postal code and town, these two in either order, perhaps
 * province and country; or addresses in lines, as on labels. Nothing is dropped: what is wrong with an address is for its
 * reader to say.
 */
export function readRows(text: string): PastedRow[] {
  const rows: PastedRow[] = []
  let head: string[] | undefined
  let lines: string[] = []
  function endLines() {
    for (const group of groupLines(lines)) rows.push(rowOf(addressOfLines(group), group))
    lines = []
  }
  for (const row of withoutSpacing(readTable(text))) {
    const [line = '', ...others] = row
    const cells = (others.length ? row : line.split(',')).slice(0, maxParts).map(linesIn)
    const folded = cells.map((cell) => fold(cell.join(' ')))
    if (others.length || isBlank(row) || isHead(folded)) endLines()
    if (isBlank(row)) continue
    if (isHead(folded)) head = folded
    else if (head) {
      const flat = cells.map((cell) => joined(cell, ', '))
      rows.push(rowOf(byHead(flat, head), flat))
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

const isHead = (cells: string[]) => cells.filter((cell) => known.includes(cell)).length > 1

function byHead(row: string[], head: string[]): Address {
  const cellsOf = (called: string[], from = 0) =>
    called.flatMap((heading) => row.filter((cell, at) => cell && at >= from && head[at] === heading))
  const streetAt = head.findIndex((heading) => headings.street.includes(heading))
  return {
    name: joined(cellsOf(headings.name), ' '),
    street: joined([...cellsOf(headings.street), ...cellsOf(doors, streetAt)], ', '),
    city: joined(cellsOf(headings.city), ' '),
    state: joined(cellsOf(headings.state), ' '),
    postalCode: wholeCode(joined(cellsOf(headings.postalCode), ' ')),
    country: joined(cellsOf(headings.country), ' ') || usualCountry,
  }
}

/** What parts the cells of a row: whichever it has first in this order, outside of quotes. */
const separators = ['\t', ';', '|', ','] as const
type Separator = (typeof separators)[number]
const isSeparator = (one: string): one is Separator => (separators as readonly string[]).includes(one)

/** Its pieces between whatever might part cells, and what does stand between them. */
type Row = { pieces: string[]; between: Separator[]; hasQuotes: boolean }

/** A byte order mark, and the line by which a CSV tells a spreadsheet its separator. */
const head = /^\ufeff?(?:"?sep=([\t;|,])"?(?:\r?\n|\r|$))?/i

/**
 * The cells of each row of a spreadsheet or a CSV; rows may differ in their separator. A line that has none but commas
 * is one cell, for it may be a line of an address; an empty one is a row of one empty cell.
 */
function readTable(text: string): string[][] {
  const [before = '', declaredSeparator] = head.exec(text) ?? []
  const body = text.slice(before.length)
  return (rowsOf(body, true) ?? rowsOf(body, false) ?? []).map((row) => cellsOf(row, declaredSeparator))
}

function cellsOf({ pieces, between, hasQuotes }: Row, declaredSeparator: string | undefined): string[] {
  const by = separators.find((one) => one === declaredSeparator && between.includes(one)) ?? first(between)
  const isLine = by === ',' && by !== declaredSeparator && !hasQuotes
  const cells = [pieces[0] ?? '']
  for (const [at, separator] of between.entries()) {
    const piece = pieces[at + 1] ?? ''
    if (separator === by && !isLine) cells.push(piece)
    else cells.push(`${cells.pop()}${separator}${piece}`)
  }
  // A table with lines on both sides.
  const isFramed = by === '|' && cells.length > 2 && !cells[0]!.trim() && !cells.at(-1)!.trim()
  return isFramed ? cells.slice(1, -1) : cells
}

const first = (between: Separator[]) => separators.find((one) => between.includes(one))

/** Quotes keep separators and line ends in a cell; undefined when one is never closed, and then they mean nothing. */
function rowsOf(text: string, mayQuote: boolean): Row[] | undefined {
  const rows: Row[] = []
  let row: Row = { pieces: [], between: [], hasQuotes: false }
  let piece = ''
  let isQuoted = false
  const end = () => {
    row.pieces.push(piece)
    piece = ''
  }
  const endRow = () => {
    end()
    rows.push(row)
    row = { pieces: [], between: [], hasQuotes: false }
  }
  for (let at = 0; at < text.length; at++) {
    const one = text.charAt(at)
    if (isQuoted && one === '"' && text[at + 1] === '"') piece += text[++at]
    else if (isQuoted) {
      if (one === '"') isQuoted = false
      else piece += one
    } else if (mayQuote && one === '"' && piece === '') isQuoted = row.hasQuotes = true
    else if (isSeparator(one)) {
      end()
      row.between.push(one)
    } else if (one === '\n' || one === '\r') {
      endRow()
      if (one === '\r' && text[at + 1] === '\n') at++
    } else piece += one
  }
  endRow()
  return isQuoted ? undefined : rows
}
