import { checkAddress, type Address } from '../address/address.ts'
import { isPostalCode } from '../address/postal-code.ts'
import { cleanLine } from '../content/clean.ts'
import { addressOfLines } from './read-lines.ts'

/** Longer is no address. */
const maxText = 500

/**
 * An address as it stands in a message, in lines or with commas: all of it, or all but the name. Undefined: it is not a
 * whole one, and is a text like any other.
 */
export function readWholeAddress(text: string): Partial<Address> | undefined {
  if (text.length > maxText) return undefined
  const lines = text.split(/[\n\r\t]+/).map(cleanLine)
  const address = addressOfLines(lines.filter(Boolean))
  if (!isPostalCode(address.postalCode)) return undefined
  if (Object.keys(checkAddress({ ...address, name: 'x' })).length) return undefined
  if (address.name) return address
  const { name: _, ...place } = address
  return place
}

/** Code and town that somebody wrote behind the street, in one line; undefined where they are not both there. */
export function readAfterStreet(line: string): Partial<Address> | undefined {
  // In a line of its own whatever stands before the code is the street, the name of a house too.
  const { name: _, ...place } = readWholeAddress(`x\n${line}`) ?? {}
  return place.street === undefined ? undefined : place
}
