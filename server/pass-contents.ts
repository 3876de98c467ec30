import { eraseBook } from './address-book/change-book.ts'
import { eraseDrafts } from './drafts/forget-drafts.ts'
import { passLetters } from './letters/stored/pass-letters.ts'
import type { PassContents } from './ports.ts'

/** Whoever claimed the address may have been anybody: only what somebody has paid for goes to who owns the mailbox. */
export const passContents: PassContents = async (tx, from, to) => {
  await passLetters(tx, from, to)
  for (const id of from) {
    await eraseDrafts(tx, id)
    await eraseBook(tx, id)
  }
}
