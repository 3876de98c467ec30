import { check, type Books, type StoredLetter } from './books.ts'
import { note } from './desk.ts'

/** Where a letter goes by itself, and what is written down when it gets there. */
const next: Record<string, string> = {
  submitted: 'accepted',
  accepted: 'processing',
  processing: 'printing',
  printing: 'sent',
}

/** One step for every letter: looked at, sent by itself, produced, printed, posted, come back. */
export async function advance(books: Books): Promise<void> {
  for (const letter of books.letters.slice()) await step(books, letter)
}

async function step(books: Books, letter: StoredLetter) {
  const { status, outcome } = letter
  if (status === 'validating') return check(books, letter)
  if (status === 'valid' && letter.autoSend) {
    letter.status = 'submitted'
    return note(books, letter, 'sent')
  }
  if (status === 'sent' && outcome === 'undeliverable') {
    letter.status = 'undeliverable'
    note(books, letter, 'returned')
    return books.tell(letter, 'undeliverable', 'addressee_unknown')
  }
  if (status === 'accepted' && outcome === 'cancellable') return undefined // waits to be cancelled
  if (status === 'processing' && outcome === 'unprintable') {
    letter.status = 'unprintable'
    return books.tell(letter, 'issues', 'file_unprintable')
  }
  const then = next[status]
  if (!then) return undefined
  letter.status = then
  if (then === 'printing') note(books, letter, 'printed')
  if (then === 'sent') {
    note(books, letter, 'posted')
    books.tell(letter, 'sent', 'sent')
  }
}
