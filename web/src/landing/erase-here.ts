import { holdsLetters, notifyTabs, openLetters } from '../drafts/tabs.ts'
import { clearLetter } from '../storage.ts'

/** Borrar borrador without the account, because nobody is signed in (design/writing.md#erase-a-draft). */
export async function eraseHere(): Promise<'erased' | 'failed'> {
  try {
    clearLetter()
    const letters = await openLetters().catch(() => undefined)
    if (!letters) return (await holdsLetters()) ? 'failed' : 'erased'
    await letters.forget().finally(() => letters.close())
    notifyTabs()
    // Again: another tab may have written meanwhile.
    clearLetter()
    return 'erased'
  } catch {
    return 'failed'
  }
}
