import type { LetterCipher } from './letter-cipher.ts'

/**
 * What stands in the operators' record for an account or an address: twelve digits that only a holder of the letter key can make
 * again, and others once the key has been changed (design.md#operators-on-record).
 */
export const pseudonymOf = ({ fingerprint }: Pick<LetterCipher, 'fingerprint'>, about: string): string =>
  fingerprint(`operator ${about}`).toString('hex').slice(0, 12)

/** The same, as it is handed to what writes the record. */
export type PseudonymOf = (about: string) => string
