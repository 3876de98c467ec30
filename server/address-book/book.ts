import { createHash } from 'node:crypto'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { addressFields, type Address } from '@lacre/letter/address/address.ts'
import { fold } from '@lacre/letter/address/fold.ts'

/**
 * `known`: marks of the addresses that were ever in it, newest last. What is removed, or written otherwise, does not
 * come back from a letter.
 */
export type Book = { entries: BookEntry[]; known: string[] }

export const emptyBook: Book = { entries: [], known: [] }

export const mostEntries = 500
/** More than the letters that are looked at, so that none of theirs is forgotten. */
const mostKnown = 2_000

/** Equal for one address however it is spelled; of an entry that was removed only this stays. */
const markOf = (address: Address): string =>
  createHash('sha256')
    .update(JSON.stringify(addressFields.map((field) => fold(address[field]))))
    .digest('base64url')
    .slice(0, 22)

/** The book with this entry in the place of the one of its id; `full` when there is no room for one more. */
export function withEntry({ entries, known }: Book, entry: BookEntry): Book | 'full' {
  const others = entries.filter(({ id }) => id !== entry.id)
  if (others.length >= mostEntries) return 'full'
  const mark = markOf(entry.address)
  const marks = [...known.filter((other) => other !== mark), mark]
  return { entries: [...others, entry], known: marks.slice(-mostKnown) }
}

/** No book where there is nothing to remove: it is not sealed and written anew for that. */
export function withoutEntry({ entries, known }: Book, id: string): { book?: Book } {
  const others = entries.filter((entry) => entry.id !== id)
  return others.length < entries.length ? { book: { entries: others, known } } : {}
}

/** Those of `sent` that the book has never had, each once. */
export function notKnown({ known }: Book, sent: Address[]): Address[] {
  const marks = new Set(known)
  return sent.filter((address) => {
    const mark = markOf(address)
    return !marks.has(mark) && marks.add(mark)
  })
}
