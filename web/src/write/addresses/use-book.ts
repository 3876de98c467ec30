import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { fold } from '@lacre/letter/address/fold.ts'
import { readBook } from '../../api.ts'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.ts'

const emptyBook: BookEntry[] = []

/** The address book, read at each opening; empty when signed out or offline. */
export function useBook(isOpen = true): BookEntry[] {
  const session = useSession()
  const { data } = useAnswer(['book', session], () => readBook({ meets401: true }), {
    enabled: isOpen && session !== undefined,
    staleTime: 0,
  })
  return data?.entries ?? emptyBook
}

/** Entries in which every typed word begins a word of name or town. */
export function matchingEntries(book: BookEntry[], text: string): BookEntry[] {
  const words = fold(text).split(' ').filter(Boolean)
  return book.filter(({ address: { name, city } }) => {
    const known = ` ${fold(`${name} ${city}`)}`
    return words.every((word) => known.includes(` ${word}`))
  })
}
