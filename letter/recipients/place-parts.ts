import type { Address } from '../address/address.ts'
import { isPostalCode } from '../address/postal-code.ts'
import { isRegion, provinceNamed } from '../address/provinces.ts'

const maxField = 200
/** More columns or lines than any address has are not looked at. */
export const maxParts = 20

export const usualCountry = 'España'
export const joined = (cells: string[], by: string) => cells.join(by).slice(0, maxField)

/**
 * An address by what its parts look like: name and street come first, unless it is counted; the postal code is known by
 * its figures. Nobody is called as a number.
 */
export function placeParts([name = '', ...row]: string[]): Address {
  if (countOfRow.test(name) && row.length > 1) return placeParts(row)
  const cells = row.filter((part) => part && !isContact(part)).map(apart)
  const [street = '', ...parts] = cells.flat().slice(0, maxParts)
  const found = parts.findIndex((part) => isPostalCode(wholeCode(part)))
  const code = found >= 0 ? found : parts.findIndex((part) => /^\d{3,}$/.test(part))
  const before = parts.slice(0, Math.max(code, 0))
  const after = parts.slice(code + 1)
  // Beside the code stands the town; a province may, where the town comes before.
  const beside = cells.find(([one, other]) => other !== undefined && one === parts[code])?.[1]
  const mayBeBefore = beside === undefined || provinceNamed(beside) !== undefined
  const isTownBefore = mayBeBefore && before.length > 0 && isTown(before.at(-1)!)
  const city = (isTownBefore ? before.pop() : after.shift()) ?? ''
  const place = { country: usualCountry, state: '' }
  for (const part of after) place[isRegion(part) || provinceNamed(part) ? 'state' : 'country'] = part
  return {
    name: joined([name], ''),
    street: joined([street, ...before], ', '),
    city: joined([city], ''),
    postalCode: wholeCode(parts[code] ?? '').slice(0, maxField),
    country: joined([place.country], ''),
    state: joined([place.state], ''),
  }
}

const countOfRow = /^\d{1,3}[.)ºª]*$/
/** `28008 Madrid`, `28008 - Madrid` and `CP 28008 Madrid` are two things. */
const apart = (part: string, at: number) => {
  const [, code, town] =
    (at > 0 && /^(?:c\.? ?p\.?:? ?|es?-)?(\d{5})(?: ?[-–,]? ?([^\d\s–-].*))?$/i.exec(part)) || []
  return code ? [code, ...(town ? [town] : [])] : [part]
}
/** A spreadsheet takes a code for a number, and its first nought away. */
export const wholeCode = (code: string) => (/^[1-9]\d{3}$/.test(code) ? `0${code}` : code)

const street =
  /^(?:c\/|pl\.|p\.?º|(?:calle|av|avda|avenida|gran vía|rambla|pasaje|plaza|pza|paseo|camino|carretera|ctra|travesía|ronda|urb|urbanización|rúa|carrer|plaça|passeig|avinguda|kalea|barrio)(?!\p{L}))/iu
export const isStreet = (part: string) => street.test(part)
const door =
  /^(?:bajos?|sobreático|ático|entresuelo|entlo|principal|pral|sótano|planta|piso|portal|escalera|esc|bloque|edificio|edif|local|nave|chalet|izquierda|izda|izq|derecha|dcha|interior|exterior)(?!\p{L})/iu
/** What stands before a code and is no part of the street. */
const isTown = (part: string) => !/\d|\bs\/n/i.test(part) && !isStreet(part) && !door.test(part)
/** Lists have them beside an address; nothing of them is printed. */
export const isContact = (part: string) =>
  /@|^(?:(?:tel(?:éfono|efono|f)?|tlf|tfno|m[oó]v(?:il)?|fax)[ .:]*)?\+?\d[\d ().-]{7,}\d$/i.test(part)

/** Whether it begins with whom it is to, and not with the street. A number after a comma belongs to the street before it. */
export const beginsWithName = ([first = '', second = '']: string[]) =>
  !/\d/.test(first) && !isStreet(first) && !/^\d+\D{0,3}$/.test(second)
