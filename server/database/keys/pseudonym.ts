import type { LetterCipher } from './letter-cipher.ts'

/**
 * What stands in a record for an account or an address: twelve digits that only a holder of the letter key can make
 * again, and others once the key has been changed. `record`: those of one tell nothing in the other
 * (design.md#operators-on-record, design.md#accesses-on-record).
 */
export const pseudonymOf = (
  { fingerprint }: Pick<LetterCipher, 'fingerprint'>,
  record: 'operator' | 'access',
  about: string,
): string => fingerprint(`${record} ${about}`).toString('hex').slice(0, 12)

/** The same, as it is handed to what writes a record. */
export type PseudonymOf = (about: string) => string
