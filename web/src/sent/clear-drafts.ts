import { eraseInAccount } from '../drafts/erasures.ts'
import { pendingContent } from '../drafts/draft.ts'
import { notifyTabs, openLetters } from '../drafts/tabs.ts'
import { keepLooks, keptLooks } from '../editor/kept-looks.ts'
import { token } from '../session.ts'
import { keys, read, remove, tabStore } from '../storage.ts'
import { keepRecent } from '../drafts/kept-addresses.ts'

/**
 * Keeps the texts of a sent letter, and the letter the database holds, as versions that `Recuperar` brings back
 * (design/writing.md#success-archives-first); the next letter begins empty. Open tabs are told, and its copy in the
 * account goes. False: another draft is being written.
 * @throws when the browser cannot keep them: then nothing may be cleared.
 */
async function archiveLetter(texts: string[], at: Date, draft: string | undefined): Promise<boolean> {
  const letters = await openLetters()
  try {
    const copy = await letters.archive(texts, at.getTime(), draft)
    if (copy === false) return false
    notifyTabs()
    // Without a network it goes later.
    if (copy && token() !== undefined) void eraseInAccount(copy.id)
    return true
  } finally {
    letters.close()
  }
}

/**
 * Clears the stored draft and the pending letter, as /success must (specification, section 2), but only after their
 * texts are versions: a text that cannot be kept there stays where it is (design/writing.md#success-archives-first).
 * Only of `draft`, where it is given: another one stays. Whether that is done; else it is to be tried again.
 */
export async function archiveBeforeClearing(now: Date, draft?: string): Promise<boolean> {
  try {
    const text = read(keys.draft)
    const pending = read(keys.pendingLetter)
    const ofThisLetter = [keys.destinationAddress, keys.otherRecipients, keys.day].map((key) => ({
      key,
      was: read(key),
    }))
    if (!(await archiveLetter([...new Set([text ?? '', pendingContent()])], now, draft))) return true

    // What was written meanwhile, in another tab perhaps, is a letter of its own.
    if (text !== null && read(keys.draft) === text) {
      remove(keys.draft)
      remove(keys.draftStamp)
    }
    if (pending !== null && read(keys.pendingLetter) === pending) remove(keys.pendingLetter)
    // The next letter is not meant for them again, nor for that day (design/sending.md#several-recipients).
    keepRecent(ofThisLetter[0]?.was ?? null)
    for (const { key, was } of ofThisLetter) if (read(key) === was) remove(key)
    // Nor under that date.
    keepLooks({ ...keptLooks(), dateLine: null })
    remove(keys.pasted, tabStore())
    return true
  } catch (failure) {
    console.error('Error archiving the letter', failure instanceof Error ? failure.name : failure)
    return false
  }
}
