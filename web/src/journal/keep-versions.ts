import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { looksToSend } from './kept-looks.ts'
import { isBlank, type Reason } from './version-reason.ts'

/**
 * Makes texts versions before another takes their place. False: this browser cannot keep them, and they must stay.
 * `base`: when they were last changed; what is erased meanwhile stays erased.
 */
export async function keepVersions(
  texts: string[],
  because: Reason,
  { base, looks = looksToSend() }: { base?: number | undefined; looks?: PartialLooks } = {},
): Promise<boolean> {
  if (texts.every(isBlank)) return true
  try {
    const { openJournal } = await import('./journal.ts')
    // The page's own journal may be closed, or not open yet.
    const journal = await openJournal()
    try {
      for (const text of texts) await journal.addVersion(text, because, Date.now(), base, looks)
    } finally {
      journal.close()
    }
    return true
  } catch {
    return false
  }
}
