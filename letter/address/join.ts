import { trimAddress, type Address } from './address.ts'

/** The one string that the call carries (specification, section 3). The state is no part of it. */
export function joinAddress(address: Address): string {
  const { name, street, city, postalCode, country } = trimAddress(address)
  return [name, street, city, postalCode, country].join(', ')
}

const enough = 5

/**
 * The address in a joined string, read from both ends, because a street has commas of its own
 * (design.md#joined-addresses). `undefined` when there are fewer than five parts.
 */
export function parseAddress(joined: string): Address | undefined {
  const parts = joined.split(',')
  if (parts.length < enough) return undefined
  const [name = ''] = parts
  const [city = '', postalCode = '', country = ''] = parts.slice(-3)
  const street = parts.slice(1, -3).join(',')
  return trimAddress({ name, street, city, state: '', postalCode, country })
}

const unspaced = (joined: string) => joined.trim().replace(/\s*,\s*/g, ',')

/** Whether the fields say the same as the string: the one that is printed must be the one that was sent. */
export const joinsTo = (address: Address, joined: string): boolean =>
  unspaced(joinAddress(address)) === unspaced(joined)
