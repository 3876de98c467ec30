import type { Store } from '../../../storage.ts'
import { keepDraft, loadDraft, type Kept } from './draft.ts'
import { draftStamper } from './draft-stamp.ts'

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
