import type { Address } from '../address/address.ts'
import { fold } from '../address/fold.ts'
import { cleanLine } from '../content/clean.ts'

/** Whom a letter goes to, and what it calls them where that is not as `calledBy` would have it. */
export type Recipient = Address & { called?: string | undefined }

const titles = new Set(
  'sr sra srta sres dr dra d da dna don dona senor senora senorita doctor doctora'.split(' '),
)
/** They are called by their whole name. */
const groups = new Set(
  'familia hermanos asociacion ayuntamiento colegio comunidad club empresa hotel instituto parroquia residencia'.split(
    ' ',
  ),
)
const isShortened = (word: string) => /[.ºª]$/.test(word)

/**
 * What `{nombre}` becomes: the first name, that is the first word after the titles, with what it is the abbreviation
 * of (`M.ª Carmen`) and whoever is named beside it (`Ana y Luis`). A person may write another.
 */
export function calledBy({ name, called = '' }: Recipient): string {
  const written = cleanLine(called)
  if (written) return written
  const words = cleanLine(name).split(' ')
  const begins = words.findIndex((word) => !titles.has(bare(word)))
  const [first = '', ...rest] = words.slice(Math.max(begins, 0))
  if (groups.has(bare(first))) return [first, ...rest].join(' ')
  const given = [first]
  while (rest.length && (isShortened(given.at(-1)!) || isAnd(rest[0]) || isAnd(given.at(-1))))
    given.push(rest.shift()!)
  return given.join(' ')
}

/** An address as it was edited: with another name nobody has said yet what the letter calls them. */
export const stillCalled = (before: Recipient, address: Address): Recipient =>
  before.name === address.name ? { ...address, called: before.called } : address

const bare = (word: string) => fold(word.replace(/[ºª]/g, 'a').replace(/,$/, ''))
const isAnd = (word: string | undefined) => word === 'y' || word === 'e'
