import { cleanLine } from '../content/clean.ts'
import type { Address } from './address.ts'
import { fold } from './fold.ts'
import { isSpain, normalPostalCode, provinceOf } from './postal-code.ts'
import { isRegion, namesProvince } from './provinces.ts'

/** `S.L.` → `SL`, `3.º` → `3º`, `C.Mayor` → `C Mayor`: the sorting machines want neither commas nor periods. */
const unpunctuated = (line: string) =>
  line
    .replace(/\.(?=\p{L}{2})/gu, ' ')
    .replace(/\./g, '')
    .replace(/[,;]/g, ' ')

const printed = (line: string) => cleanLine(unpunctuated(cleanLine(line))).toLocaleUpperCase('es')
const same = (one: string, other: string) => fold(one) === fold(other)
const town = ({ postalCode, city }: Address) => cleanLine(`${normalPostalCode(postalCode)} ${city}`)

/**
 * The lines in the envelope's window, in the post's own order: name, place within the town, street, postal code
 * and town, province. The state goes in only when it says something new; the province comes from the code.
 */
export function recipientBlock(address: Address): string[] {
  const { name, street, city, state, postalCode } = address
  const province = provinceOf(postalCode)
  const isInTown = !same(state, city) && !isRegion(state) && !(province && namesProvince(state, province))
  const lines = [name, isInTown ? state : '', street, town(address)]
  if (province && !namesProvince(city, province)) lines.push(province)
  return lines.map(printed).filter(Boolean)
}

export function senderBlock(address: Address): string[] {
  const { name, street, state, country } = address
  const lines = [name, street, town(address)]
  if (!isSpain(country)) lines.push(state, country)
  return lines.map(cleanLine).filter(Boolean)
}
