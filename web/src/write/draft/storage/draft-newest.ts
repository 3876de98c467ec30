import { withoutPictures } from '../../../journal/version-reason.ts'

/**
 * The text in local storage; without `at` somebody put it there who does not know of the journal. `since`: it was typed
 * into the text of that time before the journal had said whether that one is erased.
 */
export type Entry = { html: string; at: number | undefined; since?: number | undefined }

/**
 * Which of the two kept texts is the newer one. An entry without a time was put there on purpose, so it counts as
 * newer than anything; an empty one without a time says only that local storage was cleared, full or forbidden.
 */
export function newest(
  entry: Entry,
  journal: { html: string; at: number } | undefined,
): 'same' | 'entry' | 'journal' {
  if (journal === undefined) return entry.html === '' ? 'same' : 'entry'
  if (entry.html === journal.html) return 'same'
  // The same words, for whose pictures local storage had no room.
  if (entry.html !== '' && entry.html === withoutPictures(journal.html)) return 'journal'
  if (entry.at === undefined) return entry.html === '' ? 'journal' : 'entry'
  return entry.at > journal.at ? 'entry' : 'journal'
}
