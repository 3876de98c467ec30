import { withoutPictures } from './version-reason.ts'
import { keys, read, remove, type Store, write } from '../storage.ts'
import { forgetPending, isPendingUnreadable, keepPending, pendingLetter } from './pending-letter.ts'

/**
 * What the local entry's text grew from, and when it was changed (design/writing.md#newer-text-wins). The length tells it from a
 * text that another page has put there. `base` undefined: it grew from nothing.
 */
export type Stamp = { base: number | undefined; at: number }

/** Undefined when the content has no stamp. */
export function stampOf(store: Store, content: string): Stamp | undefined {
  const numbers = (read(keys.draftStamp, store) ?? '').trim().split(/\s+/).map(Number)
  const [base, at = 0, length] = numbers
  return length === content.length && at ? { base: base || undefined, at } : undefined
}

// Always as long, so that a full storage can still change it.
const digits = (number: number) => String(number).padStart(14)

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
 * (design/writing.md#pending-letter-edits). A full storage keeps the words and lets go of the pictures. Never throws.
 */
export function keepDraft(store: Store, html: string, { base = 0, at }: Partial<Stamp> = {}): Kept {
  const pending = pendingLetter(store)
  function keep(content: string) {
    const isKept = pending ? keepPending(store, { ...pending, content }) : write(keys.draft, content, store)
    // After the text: a browser killed between the two must not take an older text for this one.
    if (isKept && at) write(keys.draftStamp, [base, at, content.length].map(digits).join(''), store)
    return isKept
  }
  if (keep(html)) return 'whole'
  return keep(withoutPictures(html)) ? 'without-pictures' : 'refused'
}

/** The letter was sent or erased; what another tab has kept since is a letter of its own. */
export function forgetDraft(store: Store, html: string): void {
  const draft = read(keys.draft, store)
  if (draft === html || draft === withoutPictures(html))
    for (const key of [keys.draft, keys.draftStamp]) remove(key, store)
}

/** The pending letter's text goes to the plain draft before the letter is forgotten (design/writing.md#pending-text-kept). */
export function settlePending(store: Store): void {
  const pending = pendingLetter(store)
  // When even that does not fit, the pending letter stays: better an entry too many than a lost text.
  if (pending && !write(keys.draft, pending.content, store)) return
  forgetPending(store)
}

// Above this a single write takes 20 ms: pictures wait for a pause, words never do.
const large = 1_000_000
const pauseMs = 300

/**
 * Keeps each change: at once, or for a letter heavy with pictures after a pause and whenever the page is left.
 * `onKept` hears how it went; `base` says what is written grew from.
 */
export function draftKeeper(
  store: Store,
  onKept: (kept: Kept) => void,
  base: () => number | undefined = () => undefined,
) {
  let waiting: { html: string; stamp: Stamp } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    if (waiting === undefined) return
    const { html, stamp } = waiting
    waiting = undefined
    onKept(keepDraft(store, html, stamp))
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
