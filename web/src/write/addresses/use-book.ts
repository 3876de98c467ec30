import { useEffect, useState } from 'react'
import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { readBook } from '../../api.ts'
import { useSession } from '../../session.ts'

const nobody: BookEntry[] = []

/** The account's address book as it is when something opens; nobody for who is not signed in, or has no network. */
export function useBook(isOpen: boolean): BookEntry[] {
  const session = useSession()
  const [book, setBook] = useState<{ entries: BookEntry[]; of: string }>()
  useEffect(() => {
    let isStale = false
    if (isOpen && session)
      void readBook({ meets401: true }).then((answer) => {
        if (!isStale) setBook({ entries: answer.ok ? answer.body.entries : nobody, of: session })
      })
    return () => {
      isStale = true
    }
  }, [isOpen, session])
  return book && book.of === session ? book.entries : nobody
}
