import { holdsLetters, notifyTabs, openLetters } from '../drafts/tabs.ts'
import { clearLetter } from '../storage.ts'

/** As Borrar borrador, without the account: nobody is signed in, and what is there stays (design/writing.md#erase-a-draft). */
export async function eraseHere(): Promise<'erased' | 'failed'> {
  try {
    clearLetter()
    const letters = await openLetters().catch(() => undefined)
    if (!letters) return (await holdsLetters()) ? 'failed' : 'erased'
    await letters.forget().finally(() => letters.close())
    notifyTabs()
    // Again: another tab may have kept a key meanwhile.
    clearLetter()
    return 'erased'
  } catch {
    return 'failed'
  }
}
