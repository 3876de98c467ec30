import type { BookEntry } from '@lacre/letter/address/book-calls.ts'
import { readBook } from '../../api.ts'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.ts'

const nobody: BookEntry[] = []

/** The account's address book as it is when something opens; nobody for who is not signed in, or has no network. */
export function useBook(isOpen: boolean): BookEntry[] {
  const session = useSession()
  const { data } = useAnswer(['book', session], () => readBook({ meets401: true }), {
    enabled: isOpen && session !== undefined,
    staleTime: 0,
  })
  return data?.entries ?? nobody
}
