import { openJournal } from '../journal/journal.ts'
import { tellTabs } from '../journal/tabs.ts'

/**
 * Keeps the texts of a sent letter, and the letter the journal holds, as versions that `Recuperar` brings back
 * (design, 2.5); the next letter begins empty. Open tabs are told.
 * @throws when the browser cannot keep them: then nothing may be cleared.
 */
export async function archiveLetter(texts: string[], at: Date): Promise<void> {
  const journal = await openJournal()
  try {
    await journal.archive(texts, at.getTime())
    tellTabs(0)
  } finally {
    journal.close()
  }
}
