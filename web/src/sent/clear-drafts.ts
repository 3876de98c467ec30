import { eraseInAccount } from '../drafts/erasures.ts'
import { pendingContent } from '../drafts/draft.ts'
import { notifyTabs, openLetters } from '../drafts/tabs.ts'
import { keepLooks, keptLooks } from '../editor/kept-looks.ts'
import { token } from '../session.ts'
import { keys, read, remove, tabStore } from '../storage.ts'
import { keepRecent } from '../drafts/kept-addresses.ts'

/**
 * Makes the texts of a sent letter versions for Recuperar (design/writing.md#success-archives-first); the next letter begins
 * empty. Notifies open tabs and erases the copy in the account. False: another draft is being written.
 * @throws when the browser cannot store them: then nothing may be cleared.
 */
async function archiveLetter(texts: string[], at: Date, draft: string | undefined): Promise<boolean> {
  const letters = await openLetters()
  try {
    const copy = await letters.archive(texts, at.getTime(), draft)
    if (copy === false) return false
    notifyTabs()
    // Retried later when offline.
    if (copy && token() !== undefined) void eraseInAccount(copy.id)
    return true
  } finally {
    letters.close()
  }
}

/**
 * Clears the stored draft and the pending letter, as /success must (specification, section 2), but only once their texts are
 * versions (design/writing.md#success-archives-first). With `draft` only that draft. False: to be tried again.
 */
export async function archiveBeforeClearing(now: Date, draft?: string): Promise<boolean> {
  try {
    const text = read(keys.draft)
    const pending = read(keys.pendingLetter)
    const entries = [keys.destinationAddress, keys.otherRecipients, keys.day].map((key) => ({
      key,
      was: read(key),
    }))
    if (!(await archiveLetter([...new Set([text ?? '', pendingContent()])], now, draft))) return true

    // A text written meanwhile, perhaps in another tab, is another letter.
    if (text !== null && read(keys.draft) === text) {
      remove(keys.draft)
      remove(keys.draftStamp)
    }
    if (pending !== null && read(keys.pendingLetter) === pending) remove(keys.pendingLetter)
    // Recipients and day do not pass on to the next letter (design/sending.md#several-recipients).
    keepRecent(entries[0]?.was ?? null)
    for (const { key, was } of entries) if (read(key) === was) remove(key)
    keepLooks({ ...keptLooks(), dateLine: null })
    remove(keys.pasted, tabStore())
    return true
  } catch (failure) {
    console.error('Error archiving the letter', failure instanceof Error ? failure.name : failure)
    return false
  }
}
