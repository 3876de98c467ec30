import { holdsLetters, openJournal } from '../journal/journal.ts'
import { notifyTabs } from '../journal/tabs.ts'
import { clearLetter } from '../storage.ts'

/** As Borrar borrador, without the account: nobody is signed in, and what is there stays (design.md#erase-a-draft). */
export async function eraseHere(now: Date): Promise<'erased' | 'failed'> {
  try {
    clearLetter()
    const journal = await openJournal().catch(() => undefined)
    if (!journal) return (await holdsLetters()) ? 'failed' : 'erased'
    await journal.forget(now.getTime()).finally(() => journal.close())
    notifyTabs({ at: 0, erased: true })
    // Again: another tab may have kept a key meanwhile.
    clearLetter()
    return 'erased'
  } catch {
    return 'failed'
  }
}
