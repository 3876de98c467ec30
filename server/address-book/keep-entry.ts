import type { BookEntry, KeepEntryBody } from '@lacre/letter/address/book-calls.ts'
import { addressFields, trimAddress, type Address } from '@lacre/letter/address/address.ts'
import { withEntry } from './book.ts'
import { changeBook } from './change-book.ts'
import type { BookDeps } from './deps.ts'

const same = (one: Address, other: Address) => addressFields.every((field) => one[field] === other[field])

/**
 * Keeps an entry, if nobody has changed it since. `entry`: the one that somebody did change. What was removed
 * meanwhile begins anew, and a repeated call finds what the first one kept.
 */
export async function keepEntry(
  deps: BookDeps,
  accountId: string,
  { id, address: written, basedOn }: KeepEntryBody & { id: string },
): Promise<BookEntry | { changedTo: BookEntry } | 'full'> {
  const address = trimAddress(written)
  const entry = { id, version: (basedOn ?? 0) + 1, address }
  const { other, book: kept } = await changeBook(deps, accountId, (book) => {
    const before = book.entries.find((one) => one.id === id)
    if (before && before.version !== basedOn) return { other: before }
    const changed = withEntry(book, entry)
    return changed === 'full' ? {} : { book: changed }
  })
  if (kept) return entry
  if (!other) return 'full'
  return same(other.address, address) ? other : { changedTo: other }
}
