import type { Draft, DraftList } from '@lacre/letter/draft-calls.ts'
import type { Answer } from '../../../api.ts'
import type { Current, ServerCopy } from '../../../journal/journal.ts'
import type { Tagged } from './tagged.ts'

/** What keeping the letter in the account waits for. */
export type AccountName =
  | 'resting' // a change of the letter
  | 'locking' // the other tabs of this browser
  | 'meeting' // the journal, when the page has come
  | 'listing' // what letters the account has, and in which version
  | 'asking' // the account's text of this letter, or of the newest one
  | 'comparing' // the journal, beside the account's text
  | 'reading' // the journal, for what is to be sent
  | 'sending' // the account
  | 'refused' // the account's text, which somebody else has changed

export type Account = {
  is: AccountName
  /** What the journal knew of the letter's copy. */
  copy: ServerCopy | undefined
  /** The account's text. */
  remote: Draft | undefined
  /** What is on its way, and when it was changed. */
  sent: { id: string; at: number }
  /** When the text was changed that the account will never take. */
  refusedAt: number | undefined
  /** How often in a row it could not be sent. */
  failures: number
  /** The account's text was looked at once; from then on the letter is only sent. */
  hasMet: boolean
  /** Something changed while the last change was on its way. */
  isDue: boolean
  isOver: boolean
}

/** What the browser holds; `newId` is for a letter that has no name in the account yet. */
type Local = {
  current: Current | undefined
  copy: ServerCopy | undefined
  isBlank: boolean
  /** It has never held a letter. */
  isFresh: boolean
  hasPending: boolean
  newId: string
}
export type AccountEvents = {
  opened: object
  /** A letter of that length was kept in the journal. */
  changed: { length: number }
  due: object
  left: object
  locked: object
  local: Local
  draft: { answer: Answer<Draft> }
  /** Newest first, without those that wait to be erased; undefined when there was no answer. */
  listed: { drafts: DraftList['drafts'] | undefined }
  /** `isErased`: meanwhile the letter was erased here. */
  put: { answer: Answer<{ version: number }>; isErased: boolean }
  failed: object
}
export type AccountEvent<Name extends keyof AccountEvents = keyof AccountEvents> = Tagged<
  'is',
  AccountEvents,
  Name
>

export type AccountNews = 'kept' | 'not-kept' | 'other-device'

/** The account's text, put beside the journal's text of `base`. */
export type Remote = { draft: Draft; base: number | undefined }
export type AccountEffects = {
  lock: object
  unlock: object
  eraseWaiting: object
  read: object
  list: object
  fetch: { id: string }
  put: { id: string; content: string; basedOn: number | null }
  /** The account's text becomes the letter; fails where one types, and then it is a version. */
  take: Remote
  /** The account's text becomes a version. */
  keepVersion: Remote
  /** `of`: the text of then has it from now on. Fails when there is another letter meanwhile. */
  putCopy: { copy: ServerCopy; of?: number }
  /** `detail`: why, in the server's words. */
  report: { news: AccountNews; detail?: string | undefined }
  startTimer: { ms: number }
  stopTimer: object
}
export type AccountEffect = Tagged<'do', AccountEffects>
