import { useEffect, useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { readBook } from '../../api.ts'
import { token } from '../../session.ts'

const nobody: BookEntry[] = []

/** The account's address book as it is when something opens; nobody for who is not signed in, or has no network. */
export function useBook(isOpen: boolean): BookEntry[] {
  const [book, setBook] = useState(nobody)
  useEffect(() => {
    let isStale = false
    const asked = isOpen && token() ? readBook() : undefined
    void asked?.then((answer) => {
      if (!isStale) setBook(answer.ok ? answer.body.entries : nobody)
    })
    return () => {
      isStale = true
    }
  }, [isOpen])
  return token() ? book : nobody
}
