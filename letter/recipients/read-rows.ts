import type { Address, AddressField } from '../address/address.ts'
import { fold } from '../address/fold.ts'
import { cleanLine } from '../content/clean.ts'
import { joined, maxParts, placeParts, usualCountry, wholeCode } from './place-parts.ts'
import { addressOfLines, groupLines } from './read-lines.ts'
import { readTable } from './read-table.ts'

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
export type PastedRow = { address: Address; written: string }

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
        lines.length + at === 0 || isWhole(one) ? one.replace(mark, '') : one,
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
