import { addressFields, type Address } from '@lacre/letter/address/address.ts'
import { keys, read, remove, write } from '../storage.ts'
import { withoutPictures } from './version-reason.ts'

/** The letter that waits for a sign-in (specification, section 3). */
type PendingLetter = { content: string; originAddress: Address; destinationAddress: Address }

export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' &&
  value !== null &&
  addressFields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')

function isPendingLetter(value: unknown): value is PendingLetter {
  if (typeof value !== 'object' || value === null) return false
  const { content, originAddress, destinationAddress } = value as Record<string, unknown>
  return typeof content === 'string' && isAddress(originAddress) && isAddress(destinationAddress)
}

/** Undefined when absent or unreadable. */
export function pendingLetter(): PendingLetter | undefined {
  const text = read(keys.pendingLetter)
  if (text === null) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isPendingLetter(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of the pending letter, also when its addresses are unreadable; empty without one. */
export function pendingContent(): string {
  try {
    const pending = JSON.parse(read(keys.pendingLetter) ?? 'null') as { content?: unknown } | null
    return typeof pending?.content === 'string' ? pending.content : ''
  } catch {
    return ''
  }
}

export const keepPending = (letter: PendingLetter): boolean =>
  write(keys.pendingLetter, JSON.stringify(letter))

/**
 * Base revision and time of the draft in local storage (design/writing.md#newer-text-wins). It is stored with the length
 * of the text, so that it does not count for a text that another page wrote. `base` undefined: a new letter.
 */
export type Stamp = { base: number | undefined; at: number }

/** Undefined when the stamp belongs to another text. */
export function readStamp(content: string): Stamp | undefined {
  const numbers = (read(keys.draftStamp) ?? '').trim().split(/\s+/).map(Number)
  const [base, at = 0, length] = numbers
  return length === content.length && at ? { base: base || undefined, at } : undefined
}

// Of constant length, so that it can still be changed when the storage is full.
const digits = (number: number) => String(number).padStart(14)

/** How a change was stored in local storage. */
export type Kept = 'whole' | 'without-pictures' | 'refused'

/** From the pending letter, else the plain draft, else empty (specification, section 4). */
export function loadDraft(): string {
  const pending = pendingLetter()
  // Only logged (specification, section 8), and without any text of the letter.
  if (!pending && read(keys.pendingLetter) !== null) console.error('The pending letter cannot be read')
  return pending?.content ?? read(keys.draft) ?? ''
}

/** The plain draft behind a pending letter with another text; else empty. */
export function hiddenDraft(): string {
  const pending = pendingLetter()
  const draft = read(keys.draft)
  return pending && draft !== null && draft !== pending.content ? draft : ''
}

/**
 * Stores a change in the plain draft, or in the pending letter while there is one
 * (design/writing.md#pending-letter-edits). When storage is full, drops the pictures and keeps the text. Never throws.
 */
export function keepDraft(html: string, { base = 0, at }: Partial<Stamp> = {}): Kept {
  const pending = pendingLetter()
  function keep(content: string) {
    const isKept = pending ? keepPending({ ...pending, content }) : write(keys.draft, content)
    // After the text: a browser killed in between must not date the older text with this stamp.
    if (isKept && at) write(keys.draftStamp, [base, at, content.length].map(digits).join(''))
    return isKept
  }
  if (keep(html)) return 'whole'
  return keep(withoutPictures(html)) ? 'without-pictures' : 'refused'
}

/** Removes a sent or erased letter; a text that another tab stored since is another letter. */
export function forgetDraft(html: string): void {
  const draft = read(keys.draft)
  if (draft === html || draft === withoutPictures(html))
    for (const key of [keys.draft, keys.draftStamp]) remove(key)
}

/** Moves the text of the pending letter to the plain draft, then removes that letter (design/writing.md#pending-text-kept). */
export function settlePending(): void {
  const pending = pendingLetter()
  // Without room for it the pending letter stays, so that no text is lost.
  if (pending && !write(keys.draft, pending.content)) return
  remove(keys.pendingLetter)
}

// A larger letter takes 20 ms to write, so it waits for a pause.
const large = 1_000_000
const pauseMs = 300

/**
 * Stores each change: at once, or for a large letter after a pause and when the page is left. `base` gives the revision
 * that the text grew from.
 */
export function draftKeeper(onKept: (kept: Kept) => void, base: () => number | undefined = () => undefined) {
  let waiting: { html: string; stamp: Stamp } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    if (waiting === undefined) return
    const { html, stamp } = waiting
    waiting = undefined
    onKept(keepDraft(html, stamp))
  }
  const flushWhenHidden = () => document.hidden && flush()
  document.addEventListener('visibilitychange', flushWhenHidden)
  addEventListener('pagehide', flush)

  return {
    keep(html: string, from = base()) {
      waiting = { html, stamp: { base: from, at: Date.now() } }
      clearTimeout(timer)
      if (html.length <= large) flush()
      else timer = setTimeout(flush, pauseMs)
    },
    flush,
    /** Drops the pending write: the letter is paid, and its draft removed. */
    drop() {
      clearTimeout(timer)
      waiting = undefined
    },
    close() {
      flush()
      document.removeEventListener('visibilitychange', flushWhenHidden)
      removeEventListener('pagehide', flush)
    },
  }
}
