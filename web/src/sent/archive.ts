import { eraseInAccount } from '../journal/erase-in-account.ts'
import { openJournal } from '../journal/journal.ts'
import { notifyTabs } from '../journal/tabs.ts'
import { token } from '../session.ts'

/**
 * Keeps the texts of a sent letter, and the letter the journal holds, as versions that `Recuperar` brings back
 * (design.md#success-archives-first); the next letter begins empty. Open tabs are told, and its copy in the
 * account goes.
 * @throws when the browser cannot keep them: then nothing may be cleared.
 */
export async function archiveLetter(texts: string[], at: Date): Promise<void> {
  const journal = await openJournal()
  try {
    const copy = await journal.serverCopy()
    await journal.archive(texts, at.getTime())
    notifyTabs({ at: 0 })
    // Nobody waits for it; without a network it goes later.
    if (copy && token() !== undefined) void eraseInAccount(copy.id)
  } finally {
    journal.close()
  }
}
