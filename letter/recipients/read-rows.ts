import type { Address, AddressField } from '../address/address.ts'
import { fold } from '../address/fold.ts'
import { isPostalCode } from '../address/postal-code.ts'
import { isRegion, provinceNamed } from '../address/provinces.ts'
import { cleanLine } from '../content/clean.ts'
import { readTable } from './read-table.ts'

/** Larger is no list of people. */
export const maxRowsText = 50_000
const maxField = 200
/** More columns than any list of addresses has are not looked at. */
const maxCells = 20

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

/** A row as an address, whole or not, and as it was written. */
export type PastedRow = { address: Address; written: string }

/**
 * The rows of a table that somebody pasted: name, street, postal code and town, these two in either order, perhaps
 * province and country. Nothing is dropped: what is wrong with an address is for its reader to say.
 */
export function readRows(text: string): PastedRow[] {
  const rows = readTable(text)
    .map((row) => row.slice(0, maxCells).map((cell) => cleanLine(cell).slice(0, maxField)))
    .filter((row) => row.some(Boolean))
  const head = rows[0]?.map(fold) ?? []
  const hasHead = head.filter((heading) => known.includes(heading)).length > 1
  return rows.slice(hasHead ? 1 : 0).map((row) => ({
    address: hasHead ? byHead(row, head) : byPlace(row),
    written: row.filter(Boolean).join(' · '),
  }))
}

const usualCountry = 'España'
const joined = (cells: string[], by: string) => cells.join(by).slice(0, maxField)

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

/**
 * Without headings: name and street come first, unless the rows are counted; the postal code is known by its figures.
 * Nobody is called as a street, nor as a number.
 */
function byPlace([name = '', ...row]: string[]): Address {
  if (countOfRow.test(name) && row.length > 1) return byPlace(row)
  const [street = '', ...parts] = row.filter(Boolean).flatMap(apart)
  const found = parts.findIndex((part) => isPostalCode(wholeCode(part)))
  const code = found >= 0 ? found : parts.findIndex((part) => /^\d{3,}$/.test(part))
  const before = parts.slice(0, Math.max(code, 0))
  const after = parts.slice(code + 1)
  const isTownBefore = before.length > 0 && !/\d/.test(before.at(-1)!)
  const city = (isTownBefore ? before.pop() : after.shift()) ?? ''
  const place = { country: usualCountry, state: '' }
  for (const part of after) place[isRegion(part) || provinceNamed(part) ? 'state' : 'country'] = part
  return {
    name,
    street: joined([street, ...before], ', '),
    city,
    postalCode: wholeCode(parts[code] ?? ''),
    ...place,
  }
}

const countOfRow = /^\d{1,3}[.)ºª]*$/
/** `28008 Madrid` and `28008 - Madrid` are two things. */
const apart = (cell: string, at: number) => {
  const [, code, town] = (at > 0 && /^(\d{5}) ?[-–]? ?([^\d\s–-].*)$/.exec(cell)) || []
  return code && town ? [code, town] : [cell]
}
/** A spreadsheet takes a code for a number, and its first nought away. */
const wholeCode = (code: string) => (/^[1-9]\d{3}$/.test(code) ? `0${code}` : code)
