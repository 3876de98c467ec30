import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { fold } from '@lacre/letter/address/fold.ts'

/** Those that have every word of the text at the beginning of one of theirs, in name or town. */
export function matchingEntries(book: BookEntry[], text: string): BookEntry[] {
  const words = fold(text).split(' ').filter(Boolean)
  return book.filter(({ address: { name, city } }) => {
    const known = ` ${fold(`${name} ${city}`)}`
    return words.every((word) => known.includes(` ${word}`))
  })
}
