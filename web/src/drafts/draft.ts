import { addressFields, type Address } from '@lacre/letter/address/address.ts'
import { keys, read, remove, write } from '../storage.ts'
import { withoutPictures } from './version-reason.ts'

/** The letter that waits for its writer to sign in (specification, section 3). */
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

/** Undefined when there is none or it cannot be read. */
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

/** Its text, also when its addresses cannot be read; empty when there is none. */
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
 * What the local entry's text grew from, and when it was changed (design/writing.md#newer-text-wins). The length tells it from a
 * text that another page has put there. `base` undefined: it grew from nothing.
 */
export type Stamp = { base: number | undefined; at: number }

/** Undefined when the content has no stamp. */
export function stampOf(content: string): Stamp | undefined {
  const numbers = (read(keys.draftStamp) ?? '').trim().split(/\s+/).map(Number)
  const [base, at = 0, length] = numbers
  return length === content.length && at ? { base: base || undefined, at } : undefined
}

// Always as long, so that a full storage can still change it.
const digits = (number: number) => String(number).padStart(14)

/** How a change was kept: `without-pictures` and `refused` are for the writer to know. */
export type Kept = 'whole' | 'without-pictures' | 'refused'

/** From the pending letter, else the plain draft, else empty (specification, section 4). */
export function loadDraft(): string {
  const pending = pendingLetter()
  // Only logged (specification, section 8), and without a word of the letter.
  if (!pending && read(keys.pendingLetter) !== null) console.error('The pending letter cannot be read')
  return pending?.content ?? read(keys.draft) ?? ''
}

/** The plain draft that the pending letter hides, as long as it is another text; else empty. */
export function hiddenDraft(): string {
  const pending = pendingLetter()
  const draft = read(keys.draft)
  return pending && draft !== null && draft !== pending.content ? draft : ''
}

/**
 * Keeps a change in the plain draft; while a pending letter exists, in that letter instead
 * (design/writing.md#pending-letter-edits). A full storage keeps the words and lets go of the pictures. Never throws.
 */
export function keepDraft(html: string, { base = 0, at }: Partial<Stamp> = {}): Kept {
  const pending = pendingLetter()
  function keep(content: string) {
    const isKept = pending ? keepPending({ ...pending, content }) : write(keys.draft, content)
    // After the text: a browser killed between the two must not take an older text for this one.
    if (isKept && at) write(keys.draftStamp, [base, at, content.length].map(digits).join(''))
    return isKept
  }
  if (keep(html)) return 'whole'
  return keep(withoutPictures(html)) ? 'without-pictures' : 'refused'
}

/** The letter was sent or erased; what another tab has kept since is a letter of its own. */
export function forgetDraft(html: string): void {
  const draft = read(keys.draft)
  if (draft === html || draft === withoutPictures(html))
    for (const key of [keys.draft, keys.draftStamp]) remove(key)
}

/** The pending letter's text goes to the plain draft before the letter is forgotten (design/writing.md#pending-text-kept). */
export function settlePending(): void {
  const pending = pendingLetter()
  // When even that does not fit, the pending letter stays: better an entry too many than a lost text.
  if (pending && !write(keys.draft, pending.content)) return
  remove(keys.pendingLetter)
}

// Above this a single write takes 20 ms: pictures wait for a pause, words never do.
const large = 1_000_000
const pauseMs = 300

/**
 * Keeps each change: at once, or for a letter heavy with pictures after a pause and whenever the page is left.
 * `onKept` hears how it went; `base` says what is written grew from.
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
    /** Drops what still waits: the letter is paid and its draft forgotten. */
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
