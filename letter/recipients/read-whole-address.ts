import { checkAddress, type Address } from '../address/address.ts'
import { isPostalCode } from '../address/postal-code.ts'
import { cleanLine } from '../content/clean.ts'
import { readRows } from './read-rows.ts'

/** Longer is no address. */
const maxText = 500
const streets =
  /^(c\/|calle|avda|av\.|avenida|pl\.|plaza|pza|p\.?º|paseo|camino|carretera|ctra|travesía|ronda|urb|rúa|carrer|plaça|passeig|avinguda|kalea|barrio)/i

/**
 * An address as it stands in a message, in lines or with commas: all of it, or all but the name. Undefined: it is not a
 * whole one, and is a text like any other.
 */
export function readWholeAddress(text: string): Partial<Address> | undefined {
  if (text.length > maxText) return undefined
  const lines = text
    .split(/[\n\r\t]+/)
    .map(cleanLine)
    .filter(Boolean)
  const parts = (lines.length > 1 ? lines : lines.join().split(',')).flatMap(apart).filter(Boolean)
  const [first = '', second = ''] = parts
  // A number after a comma belongs to the street before it.
  const hasName = !/\d/.test(first) && !streets.test(first) && !/^\d+\D{0,3}$/.test(second)
  const [row] = readRows((hasName ? parts : ['', ...parts]).join('\t'))
  if (!row || !isPostalCode(row.address.postalCode)) return undefined
  if (Object.keys(checkAddress({ ...row.address, name: 'x' })).length) return undefined
  if (hasName) return row.address
  const { street, city, state, postalCode, country } = row.address
  return { street, city, state, postalCode, country }
}

/** `Calle Mayor 5 42001 Soria, España` is a street, a town with its code, and a country. */
function apart(part: string): string[] {
  const [, street = '', place = part] = /^(.+?)[ ,]+(\d{5} .+)$/.exec(part) ?? []
  const placed = /^\d{5} /.test(place) ? place.split(',') : [place]
  return [street, ...placed].map((one) => one.trim().replace(/[.,;]$/, ''))
}
