import { withoutPictures } from '../journal/version-reason.ts'
import { keys, read, remove, type Store, write } from '../storage.ts'
import { forgetPending, isPendingUnreadable, keepPending, pendingLetter } from './pending-letter.ts'

/**
 * When the text in the local entry was last changed, kept beside it: a killed browser has written local storage some
 * seconds ago and the journal some milliseconds ago, and the newer of the two must win (design.md#newer-text-wins).
 *
 * The stamp says it of two texts, told apart by their length: the one about to be written and the one it replaces.
 * So it is right whichever of the two the disk holds, and of a text somebody else put there it says nothing.
 *
 * `since`: the time of the text it was typed into, where the journal had not yet said whether that one is erased; else 0.
 */
type Written = { at: number; length: number; since: number }

// Always as long, so that a full storage can still change it.
const digits = (number: number) => String(number).padStart(14)

function readStamp(store: Store): Written[] {
  const numbers = (read(keys.draftStamp, store) ?? '').trim().split(/\s+/).map(Number)
  const [at = 0, length = 0, atBefore = 0, lengthBefore = 0, since = 0, sinceBefore = 0] = numbers
  return [
    { at, length, since },
    { at: atBefore, length: lengthBefore, since: sinceBefore },
  ]
}

/** When this content of the local entry was changed, in milliseconds; without `at` when nobody stamped it. */
export function stampOf(store: Store, content: string): { at: number | undefined; since?: number } {
  const found = readStamp(store).find(({ length }) => length === content.length)
  return { at: found?.at || undefined, ...(found?.since && { since: found.since }) }
}

type Stamper = ReturnType<typeof draftStamper>

/** `held` is what the local entry holds now. */
export function draftStamper(store: Store, held: string) {
  const { at: heldAt = 0, since: heldSince = heldAt } = stampOf(store, held)
  let last: Written = { at: heldAt, length: held.length, since: heldSince }
  let since = heldSince
  return {
    /** What is written from now on was not typed into a text that may be erased. */
    confirm: () => void (since = 0),
    /**
     * Stamps a content that was changed at `at`, then writes it: false when it did not fit, and then the stamp is
     * right all the same.
     */
    stamped(content: string, at: number, keep: (content: string) => boolean): boolean {
      const next: Written = { at, length: content.length, since }
      const stamp = [next.at, next.length, last.at, last.length, next.since, last.since].map(digits).join('')
      write(keys.draftStamp, stamp, store)
      const isKept = keep(content)
      if (isKept) last = next
      return isKept
    },
  }
}

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

// Above this a single write takes 20 ms: pictures wait for a pause, words never do.
const large = 1_000_000
const pauseMs = 300

/**
 * Keeps each change: at once, or for a letter heavy with pictures after a pause and whenever the page is left.
 * `onKept` hears how it went.
 */
export function draftKeeper(
  store: Store,
  onKept: (kept: Kept) => void,
  { held = loadDraft(store), now = Date.now }: { held?: string; now?: () => number } = {},
) {
  const stamper = draftStamper(store, held)
  let waiting: { html: string; at: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function flush() {
    clearTimeout(timer)
    if (waiting === undefined) return
    const { html, at } = waiting
    waiting = undefined
    onKept(keepDraft(store, html, { stamper, at }))
  }
  const flushWhenHidden = () => document.hidden && flush()
  document.addEventListener('visibilitychange', flushWhenHidden)
  addEventListener('pagehide', flush)

  return {
    /** `at`: when it was changed, also if it is written later. */
    keep(html: string, at = now()) {
      waiting = { html, at }
      clearTimeout(timer)
      if (html.length <= large) flush()
      else timer = setTimeout(flush, pauseMs)
    },
    flush,
    /** The text of the page is no erased one; the journal has said so. */
    confirm: stamper.confirm,
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
