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

/**
 * Clears the stored draft and the pending letter, as /success must (specification, section 2), but only after their
 * texts are in the archive: a text that cannot be archived stays where it is (design, 2.5).
 */
export async function archiveBeforeClearing(now: Date): Promise<void> {
  try {
    const draft = localStorage.getItem(keys.draft)
    const pending = localStorage.getItem(keys.pendingLetter)
    const texts = new Set([draft, pendingContent(pending)].filter((text) => text))
    for (const text of texts) if (text) await archiveLetter(text, now)

    // What was written meanwhile, in another tab perhaps, is a letter of its own.
    if (localStorage.getItem(keys.draft) === draft) localStorage.removeItem(keys.draft)
    if (localStorage.getItem(keys.pendingLetter) === pending) localStorage.removeItem(keys.pendingLetter)
  } catch (failure) {
    console.error('Error archiving the letter', failure instanceof Error ? failure.name : failure)
  }
}
