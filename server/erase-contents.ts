import { eraseBook } from './address-book/change-book.ts'
import { eraseDrafts } from './drafts/forget-drafts.ts'
import type { EraseContents } from './ports.ts'

export const eraseContents: EraseContents = async (tx, accountIds) => {
  for (const id of accountIds) {
    await eraseDrafts(tx, id)
    await eraseBook(tx, id)
  }
}
