import { createHash } from 'node:crypto'

/** The hash of an order: that of its only letter, or the hashes of several folded in the order of their ids. */
export function foldedHash(letters: (readonly [id: string, sha256: string])[]): string {
  const hashes = letters.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, sha256]) => sha256)
  const [first = '', ...others] = hashes
  const fold = (one: string, other: string) => createHash('sha256').update(`${one} ${other}`).digest('hex')
  return others.reduce(fold, first)
}
