import { keys } from '../session.ts'
import { archiveLetter } from './archive.ts'

/** The content of a stored pending letter; undefined when there is none, or none that can be read. */
function pendingContent(stored: string | null): string | undefined {
  try {
    const pending: unknown = JSON.parse(stored ?? 'null')
    const content =
      pending && typeof pending === 'object' && 'content' in pending ? pending.content : undefined
    return typeof content === 'string' ? content : undefined
  } catch {
    return undefined
  }
}

/** The entry, or null; a browser that forbids storage has none, and its letter is in the journal alone. */
function entry(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/**
 * Clears the stored draft and the pending letter, as /success must (specification, section 2), but only after their
 * texts are in the journal: a text that cannot be kept there stays where it is (design.md#success-archives-first).
 */
export async function archiveBeforeClearing(now: Date): Promise<void> {
  try {
    const draft = entry(keys.draft)
    const pending = entry(keys.pendingLetter)
    const texts = new Set([draft, pendingContent(pending)].filter((text) => typeof text === 'string'))
    await archiveLetter([...texts], now)

    // What was written meanwhile, in another tab perhaps, is a letter of its own.
    if (draft !== null && entry(keys.draft) === draft) {
      localStorage.removeItem(keys.draft)
      localStorage.removeItem(keys.draftStamp)
    }
    if (pending !== null && entry(keys.pendingLetter) === pending) localStorage.removeItem(keys.pendingLetter)
  } catch (failure) {
    console.error('Error archiving the letter', failure instanceof Error ? failure.name : failure)
  }
}
