import { eraseInAccount } from '../journal/erasures.ts'
import { openJournal } from '../journal/journal.ts'
import { pendingContent } from '../journal/pending-content.ts'
import { notifyTabs } from '../journal/tabs.ts'
import { keepLooks, keptLooks } from '../journal/kept-looks.ts'
import { token } from '../session.ts'
import { browserStore, keys, read, remove, tabStore } from '../storage.ts'
import { keepRecent } from '../drafts/recent-recipients.ts'

/**
 * Keeps the texts of a sent letter, and the letter the journal holds, as versions that `Recuperar` brings back
 * (design.md#success-archives-first); the next letter begins empty. Open tabs are told, and its copy in the
 * account goes.
 * @throws when the browser cannot keep them: then nothing may be cleared.
 */
async function archiveLetter(texts: string[], at: Date): Promise<void> {
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

/**
 * Clears the stored draft and the pending letter, as /success must (specification, section 2), but only after their
 * texts are in the journal: a text that cannot be kept there stays where it is (design.md#success-archives-first).
 * Whether that is done; else it is to be tried again.
 */
export async function archiveBeforeClearing(now: Date): Promise<boolean> {
  try {
    const draft = read(keys.draft)
    const pending = read(keys.pendingLetter)
    const ofThisLetter = [keys.destinationAddress, keys.otherRecipients, keys.day, keys.prepared].map(
      (key) => ({ key, was: read(key) }),
    )
    await archiveLetter([...new Set([draft ?? '', pendingContent()])], now)

    // What was written meanwhile, in another tab perhaps, is a letter of its own.
    if (draft !== null && read(keys.draft) === draft) {
      remove(keys.draft)
      remove(keys.draftStamp)
    }
    if (pending !== null && read(keys.pendingLetter) === pending) remove(keys.pendingLetter)
    // The next letter is not meant for them again, nor for that day (design.md#several-recipients).
    keepRecent(browserStore(), ofThisLetter[0]?.was ?? 'null')
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
