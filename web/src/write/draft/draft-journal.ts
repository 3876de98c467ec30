import { openJournal, type Journal } from '../../journal/journal.ts'
import { isBlank, type Reason } from '../../journal/settling.ts'
import { otherTabs, type TabNews } from '../../journal/tabs.ts'
import { newest, type Entry } from './storage/draft-newest.ts'

const large = 1_000_000
const waitMs = { words: 200, pictures: 700 }

/** The letter in the editor, as the journal sees it. */
export type Letter = {
  html: () => string
  /** Whether a person changed it here since it was last shown. */
  isChanged: () => boolean
  /** Puts another text in its place, changed at `at`, which nobody typed here. */
  show: (html: string, at?: number) => void
  /** What local storage held when the page was opened: the letter, and another draft that the letter hid. */
  entry: Entry
  hidden: string
}
export type News =
  | 'kept'
  | 'refused'
  | 'shown-older' // a newer text was found after one had begun to type
  | 'other-tab' // another tab has a newer text
  | 'newer-tab' // another tab has an older text
  | 'overtook' // what `other-tab` said is no longer so: this one is the newer now

export type DraftJournal = Awaited<ReturnType<typeof keepJournal>>

/**
 * Keeps every change of the letter within a second, beside local storage (design.md#no-word-is-lost), and brings back
 * at once what local storage had not kept. `onNews` hears how it goes. Rejects where the browser has no journal.
 */
export async function keepJournal(letter: Letter, onNews: (news: News) => void, now = Date.now) {
  const journal: Journal = await openJournal()
  let base: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isOver = false
  /** The text of another tab that this one goes on from. */
  let grownFrom: number | undefined
  /** Which of two tabs' texts stands here. Each tab is told once, and again only when its text becomes the older. */
  let apart: 'older' | 'newer' | undefined
  const recorded = new Set<(length: number) => void>()

  /** One after the other: each builds on what the one before it has kept. */
  const inTurn = (deed: () => Promise<unknown>): Promise<void> => {
    turn = turn.then(deed).catch(() => onNews('refused'))
    return turn.then(() => undefined)
  }
  async function record(html = letter.html(), at = now()) {
    const kept = await journal.record(html, at, base)
    base = kept.at
    tabs.post({ at: kept.at })
    onNews('kept')
    if (apart === 'older') onNews('overtook')
    if (kept.overtook || apart) hear('newer')
    recorded.forEach((listener) => listener(html.length))
  }
  function flush() {
    if (timer === undefined) return turn.then(() => undefined)
    clearTimeout(timer)
    timer = undefined
    return inTurn(() => record())
  }
  function changed() {
    if (isOver) return
    timer ??= setTimeout(() => void flush(), letter.html().length > large ? waitMs.pictures : waitMs.words)
  }
  function drop() {
    clearTimeout(timer)
    timer = undefined
  }

  /** Typing on in the older one makes it the newer one: whoever does that knows of the other. */
  function hear(role: 'older' | 'newer') {
    if (role !== apart && !(role === 'newer' && apart)) onNews(role === 'older' ? 'other-tab' : 'newer-tab')
    apart = role
  }
  function put(html: string, at?: number) {
    apart = undefined
    grownFrom = at
    letter.show(html, at)
  }

  /** What another tab did to the letter, if anything. */
  async function look(news?: TabNews) {
    if (isOver) return
    if (news?.erased) return begin({ isErased: true })
    if (news?.apart && letter.isChanged() && base !== undefined && base >= news.at) {
      // An older text that lives on in this one is no other text.
      if (news.apart.of === undefined || news.apart.of !== grownFrom) hear('newer')
      return
    }
    const current = await journal.current()
    if (isOver || (current?.at ?? 0) <= (base ?? 0))
      return current || base === undefined ? undefined : begin()
    if (letter.isChanged()) {
      if (apart === 'older') return
      await journal.settle(letter.html(), 'other-tab', now())
      hear('older')
      tabs.post({ at: current?.at ?? 0, apart: { of: timer === undefined ? base : undefined } })
    } else if (current) {
      base = grownFrom = current.at
      if (current.html !== letter.html()) put(current.html, current.at)
    }
  }
  /** The letter was sent in another tab; or erased there, and then from here too. */
  function begin({ isErased = false } = {}) {
    base = undefined
    if (isErased) drop()
    if (letter.isChanged() && !isErased) hear('older')
    else put('')
  }
  const tabs = otherTabs((news) => void inTurn(() => look(news)))

  async function open() {
    const current = await journal.current()
    const { entry, hidden } = letter
    const found = newest(entry, current)
    base = grownFrom = current?.at
    if (found === 'entry' && current) await journal.settle(current.html, 'older', current.at)
    if (found === 'entry') await record(entry.html, entry.at)
    if (found === 'journal' && current) {
      if (entry.at !== current.at) await journal.settle(entry.html, 'older', entry.at ?? now())
      if (letter.isChanged()) {
        await journal.settle(current.html, 'older', current.at)
        onNews('shown-older')
      } else letter.show(current.html, current.at)
    }
    await journal.settle(hidden, 'older', now())
    onNews('kept')
  }

  const leave = () => void flush()
  // A page that was put away hears no other tab.
  const comeBack = () => void inTurn(() => look())
  const turnAway = () => (document.hidden ? leave() : comeBack())
  document.addEventListener('visibilitychange', turnAway)
  addEventListener('pagehide', leave)
  addEventListener('pageshow', comeBack)
  await inTurn(open)
  if (letter.isChanged()) changed()

  return {
    changed,
    flush,
    /** Makes the letter as it stands a version. */
    settle(because: Reason) {
      const html = letter.html()
      return inTurn(() => journal.settle(html, because, now()))
    },
    versions: journal.versions,
    /** When the letter was last changed, as far as it is kept; undefined when there is none. */
    changedAt: () => base,
    /** Hears of each kept change, with its length. Returns how to stop. */
    onRecorded(listener: (length: number) => void) {
      recorded.add(listener)
      return () => void recorded.delete(listener)
    },
    /** For the account's copy of it. */
    letter: {
      isBlank,
      current: () => journal.current(),
      copy: () => journal.serverCopy(),
      putCopy: journal.putServerCopy,
      /** Whether this browser has never held a letter. */
      isFresh: async () =>
        !letter.isChanged() && !(await journal.current()) && !(await journal.versions()).length,
      keepVersion: (html: string, at: number) => inTurn(() => journal.settle(html, 'account', at)),
      /** Shows the account's text; the one it takes the place of becomes a version. Resolves to its time here. */
      async take(html: string, at: number): Promise<number> {
        const before = letter.html()
        await inTurn(async () => {
          await journal.settle(before, 'account', now())
          apart = undefined
          await record(html, at)
          put(html, base)
        })
        return base ?? 0
      },
    },
    /** Forgets every text and picture of this browser. @throws when that cannot be done */
    async forget() {
      drop()
      const cleared = turn.then(journal.forget)
      turn = cleared.catch(() => {})
      await cleared
      base = undefined
      apart = undefined
      tabs.post({ at: 0, erased: true })
    },
    /** Shows what another tab made of the letter; this tab's text is a version already. */
    follow: () =>
      inTurn(async () => {
        const current = await journal.current()
        base = current?.at
        put(current?.html ?? '', current?.at)
      }),
    /** Keeps nothing that still waits: the letter is paid. */
    drop,
    async close() {
      document.removeEventListener('visibilitychange', turnAway)
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      await flush()
      isOver = true
      tabs.close()
      journal.close()
    },
  }
}
