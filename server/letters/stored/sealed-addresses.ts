import type { Address } from '@lacre/letter/address/address.ts'
import type { LetterCipher, WrappedKey } from '../../database/keys/letter-cipher.ts'

export type Addresses = { origin: Address; destination: Address }

/** One spelling for equal addresses, so that they can be compared as text. */
export const addressesAsText = ({ origin, destination }: Addresses): string =>
  JSON.stringify({ origin, destination })

export const openAddresses = (
  cipher: LetterCipher,
  letterId: string,
  sealed: WrappedKey & { addresses: Buffer },
): Addresses => JSON.parse(cipher.openAddresses(letterId, sealed)) as Addresses
