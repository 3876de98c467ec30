import { holdsLetters } from '../../journal/journal.ts'
import { eraseInAccount } from '../../journal/erasures.ts'
import { token } from '../../session.ts'
import { clearLetter } from '../../storage.ts'
import type { EditorSession } from '../draft/editor-session.ts'
import { forgetReply } from '../reply/reply-in-address.ts'

/**
 * Erases the letter, its versions and the addresses from this browser, and the letter from the account.
 * `later`: from the account as soon as it can be asked. `failed`: something may have stayed here.
 */
export async function eraseLetter(
  session: EditorSession,
): Promise<'erased' | 'erased-here' | 'later' | 'failed'> {
  session.drop()
  forgetReply()
  try {
    clearLetter()
    const journal = await session.openedJournal()
    // What reaches into it did not load.
    if (!journal && (await holdsLetters())) return 'failed'
    const copy = await journal?.forget()
    // Again: another tab may have kept a key meanwhile.
    clearLetter()
    session.show('')
    if (!copy || token() === undefined) return 'erased-here'
    return (await eraseInAccount(copy.id)) ? 'erased' : 'later'
  } catch {
    return 'failed'
  }
}
