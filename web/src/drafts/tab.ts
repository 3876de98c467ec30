import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import type { Current } from '../journal/journal.ts'
import type { TabNews } from '../journal/tabs.ts'
import { type Reason, withoutPictures } from '../journal/version-reason.ts'
import type { Tagged } from './tagged.ts'

/** How the letter of this tab stands to the one in the journal, which all tabs of the browser share. */
export type TabName =
  | 'opening' // the journal's letter has not been read yet
  | 'following' // nothing was typed since a text was shown: it gives way to a newer one
  | 'changed' // something was typed: it gives way to nothing
  | 'older' // the same, and another tab has a newer text; this one is a version
  | 'newer' // the same, and another tab shows an older text
  | 'taking' // the journal is being given the account's text, which is shown then
  | 'closed'

export type Tab = {
  is: TabName
  /** The text of the journal, by its time, that this tab has last read or written. */
  base: number | undefined
  /** The text, by its time, that was shown before anything was typed here. */
  grownFrom: number | undefined
  /** Something was typed that the journal was not given, or refused. */
  isTyped: boolean
  /** The journal has been asked and has not answered. */
  isBusy: boolean
  /** What is asked of the tab meanwhile, oldest first: each builds on what the one before it has kept. */
  queue: Request[]
}

type Found = { current: Current | undefined }
/** Without `html` the text that stands in the editor, as it looks, without `at` this moment. */
export type NewVersion = {
  html?: string
  looks?: PartialLooks | undefined
  because: Reason
  at?: number | undefined
}

/** What is asked of the tab, one at a time; each ends with the effect `finish`. */
type Requests = {
  /** What was typed has waited long enough, or the page is left. */
  flush: object
  /** Another tab has kept a text, or the page was out of sight and may have missed it. */
  look: object
  /** Another tab shows another text than the one kept at `at`; its own was kept at `of`, or never. */
  otherText: { at: number; of: number | undefined }
  /** Another tab has erased the letter. */
  clear: object
  version: { html: string; looks?: PartialLooks; because: Reason; at?: number; base?: number | undefined }
  /** The writer wants the other tab's text. */
  follow: object
  /** The account's text is newer than the journal's of `base`. */
  take: { html: string; at: number; base: number | undefined }
  forget: object
  close: object
}
/** What has happened; it never waits. */
type Facts = {
  typed: object
  /** Nothing that was typed waits any more: the letter is paid, or the page shows another text. */
  dropped: object
  opened: Found & { entry: Entry; hidden: string; erasedAt: number }
  /** Opening: the texts that give way are versions, `current` is to be shown. */
  prepared: Found
  looked: Found
  /** The editor's text is a version, for another tab has kept a newer one at `at`. */
  parted: { at: number }
  followed: Found
  /** `overtook`: meanwhile another tab had kept a text, which is a version now. */
  kept: { at: number; html: string; overtook: boolean }
  versioned: object
  forgotten: object
  /** Not kept: it was made from a letter that another tab has erased. */
  gone: object
  refused: object
}
export type TabEvents = Requests & Facts
export type TabEvent<Name extends keyof TabEvents = keyof TabEvents> = Tagged<'is', TabEvents, Name>
export type Request = TabEvent<keyof Requests>

export type News =
  | 'kept'
  | 'refused'
  | 'shown-older' // a newer text was found after one had begun to type
  | 'other-tab' // another tab has a newer text
  | 'newer-tab' // another tab has an older text
  | 'overtook' // what `other-tab` reported is no longer so: this one is the newer now

export type TabEffects = {
  read: { answer: 'looked' | 'followed' }
  /** Texts that were made from the one of `base` become versions. */
  addVersions: {
    base: number | undefined
    versions: NewVersion[]
    answer: TabEvent<'prepared' | 'parted' | 'versioned' | 'followed'>
  }
  /**
   * Keeps `html`, else the editor's text, which was made from the one of `base`, after the versions. `because`: what it
   * takes the place of becomes a version. Answered by `kept` or `gone`.
   */
  record: {
    html?: string
    at?: number | undefined
    base: number | undefined
    because?: Reason
    versions?: NewVersion[]
  }
  /** Answered by `forgotten`. */
  forget: object
  show: { html: string; at: number | undefined }
  post: { news: TabNews }
  report: { news: News }
  startTimer: object
  stopTimer: object
  finish: { isDone: boolean }
}
export type TabEffect = Tagged<'do', TabEffects>

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
