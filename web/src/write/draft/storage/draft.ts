import { withoutPictures } from '../../../journal/version-reason.ts'
import { keys, read, remove, write, type Store } from '../../../storage.ts'
import type { Stamper } from './draft-stamp.ts'
import { forgetPending, isPendingUnreadable, keepPending, pendingLetter } from './pending-letter.ts'

/** How a change was kept: `without-pictures` and `refused` are for the writer to know. */
export type Kept = 'whole' | 'without-pictures' | 'refused'

/** From the pending letter, else the plain draft, else empty (specification, section 4). */
export function loadDraft(store: Store): string {
  // Only logged (specification, section 8), and without a word of the letter.
  if (isPendingUnreadable(store)) console.error('The pending letter cannot be read')
  return pendingLetter(store)?.content ?? read(keys.draft, store) ?? ''
}

/** The plain draft that the pending letter hides, as long as it is another text; else empty. */
export function hiddenDraft(store: Store): string {
  const pending = pendingLetter(store)
  const draft = read(keys.draft, store)
  return pending && draft !== null && draft !== pending.content ? draft : ''
}

/**
 * Keeps a change in the plain draft; while a pending letter exists, in that letter instead
 * (design.md#pending-letter-edits). A full storage keeps the words and lets go of the pictures. Never throws.
 */
export function keepDraft(store: Store, html: string, stamp?: { stamper: Stamper; at: number }): Kept {
  const pending = pendingLetter(store)
  const put = (content: string) =>
    pending ? keepPending(store, { ...pending, content }) : write(keys.draft, content, store)
  const keep = (content: string) => (stamp ? stamp.stamper.stamped(content, stamp.at, put) : put(content))
  if (keep(html)) return 'whole'
  return keep(withoutPictures(html)) ? 'without-pictures' : 'refused'
}

/** The letter was sent or erased; what another tab has kept since is a letter of its own. */
export function forgetDraft(store: Store, html: string): void {
  const draft = read(keys.draft, store)
  if (draft === html || draft === withoutPictures(html))
    for (const key of [keys.draft, keys.draftStamp, keys.prepared]) remove(key, store)
}

/** The pending letter's text goes to the plain draft before the letter is forgotten (design.md#pending-text-kept). */
export function settlePending(store: Store): void {
  const pending = pendingLetter(store)
  // When even that does not fit, the pending letter stays: better an entry too many than a lost text.
  if (pending && !write(keys.draft, pending.content, store)) return
  forgetPending(store)
}
