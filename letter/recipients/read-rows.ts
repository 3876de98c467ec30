import { addressFields, type Address, type AddressField } from '../address/address.ts'
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

/** What a column may be called at the head of a table. */
const headings = {
  name: ['nombre', 'apellidos', 'nombre completo', 'nombre y apellidos', 'destinatario', 'name'],
  street: ['calle', 'direccion', 'domicilio', 'street', 'address'],
  city: ['ciudad', 'poblacion', 'localidad', 'municipio', 'pueblo', 'city', 'town'],
  state: ['estado', 'provincia', 'barrio', 'urbanizacion', 'state'],
  postalCode: ['codigo postal', 'cp', 'c p', 'cod postal', 'postal code', 'zip'],
  country: ['pais', 'country'],
} satisfies Record<AddressField, string[]>

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
  const columns = rows[0]?.map(columnCalled) ?? []
  const hasHead = columns.filter(Boolean).length > 1
  return rows.slice(hasHead ? 1 : 0).map((row) => ({
    address: hasHead ? byHead(row, columns) : byPlace(row),
    written: row.filter(Boolean).join(' · '),
  }))
}

const columnCalled = (heading: string) =>
  addressFields.find((field) => (headings[field] as string[]).includes(fold(heading)))
const usualCountry = 'España'

function byHead(row: string[], columns: (AddressField | undefined)[]): Address {
  const cellsOf = (field: AddressField) =>
    row
      .filter((_, at) => columns[at] === field)
      .join(' ')
      .trim()
  return {
    name: cellsOf('name'),
    street: cellsOf('street'),
    city: cellsOf('city'),
    state: cellsOf('state'),
    postalCode: wholeCode(cellsOf('postalCode')),
    country: cellsOf('country') || usualCountry,
  }
}

/** Without headings: name and street come first, the postal code is known by its figures. */
function byPlace(row: string[]): Address {
  const [name = '', street = '', ...parts] = row.filter(Boolean).flatMap(apart)
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
    street: [street, ...before].join(', '),
    city,
    postalCode: wholeCode(parts[code] ?? ''),
    ...place,
  }
}

/** `28008 Madrid` is two things. */
const apart = (cell: string, at: number) => {
  const [, code, town] = (at > 1 && /^(\d{5}) (.+)$/.exec(cell)) || []
  return code && town ? [code, town] : [cell]
}
/** A spreadsheet takes a code for a number, and its first nought away. */
const wholeCode = (code: string) => (/^[1-9]\d{3}$/.test(code) ? `0${code}` : code)
