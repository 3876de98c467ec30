import type { PartialLooks } from '@lacre/letter/looks/looks.ts'
import { looksToSend } from '../journal/kept-looks.ts'
import type { Journal, ServerCopy } from '../journal/journal.ts'
import { sha256Of } from '../journal/prepared-text.ts'
import type { Reason } from '../journal/version-reason.ts'
import { otherTabs, type TabNews } from '../journal/tabs.ts'
import type { News, NewVersion, Request, TabEffects, TabEvent } from './tab.ts'
import { askTab, newTab, reduceTab } from './tab-table.ts'
import { run } from './tagged.ts'
import type { Entry } from './tab.ts'

const large = 1_000_000
const waitMs = { words: 200, pictures: 700 }

export type Letter = {
  html: () => string
  /** Puts another text into the editor, changed at `at`, which nobody typed here. */
  show: (html: string, at?: number) => void
  /** What local storage held when the page was opened: the letter, and another draft that the letter hid. */
  entry: Entry
  hidden: string
}
export type DraftJournal = ReturnType<typeof keepJournal>

/** What is asked of a tab when another one has posted this. */
function requestFor({ at, apart, erased }: TabNews): Request {
  if (erased) return { is: 'clear' }
  return apart ? { is: 'otherText', at, of: apart.of } : { is: 'look' }
}

/**
 * Keeps every change of the letter within a second, beside local storage (design.md#no-word-is-lost), and brings back at once
 * what local storage had not kept. It only carries messages: what is done when, `protocol/tab-table.ts` says.
 */
export function keepJournal(journal: Journal, letter: Letter, onNews: (news: News) => void, now = Date.now) {
  let tab = newTab
  let timer: ReturnType<typeof setTimeout> | undefined
  let erased: ServerCopy | undefined
  const asked: ((isDone: boolean) => void)[] = []
  const recorded = new Set<(length: number) => void>()

  const send = (fact: TabEvent) => advance(reduceTab(tab, fact))
  /** Resolves when it is done, to false when the browser refused. */
  const request = (one: Request) =>
    new Promise<boolean>((resolve) => {
      asked.push(resolve)
      advance(askTab(tab, one))
    })
  function advance(next: ReturnType<typeof reduceTab>) {
    tab = next.tab
    next.effects.forEach((effect) => run(perform, effect))
  }
  const reply = (event: Promise<TabEvent>) => void event.then(send, () => send({ is: 'refused' }))

  const perform: { [Name in keyof TabEffects]: (effect: TabEffects[Name]) => void } = {
    read: ({ answer }) => reply(journal.current().then((current) => ({ is: answer, current }))),
    addVersions: ({ base, versions, answer }) => reply(addVersions(versions, base).then(() => answer)),
    record: (effect) => reply(record(effect)),
    forget: () => reply(forget()),
    show: ({ html, at }) => html === letter.html() || letter.show(html, at),
    post: ({ news }) => tabs.post(news),
    report: ({ news }) => onNews(news),
    startTimer() {
      timer ??= setTimeout(flush, letter.html().length > large ? waitMs.pictures : waitMs.words)
    },
    stopTimer() {
      clearTimeout(timer)
      timer = undefined
    },
    finish: ({ isDone }) => asked.shift()?.(isDone),
  }
  const present = () => ({ html: letter.html(), looks: looksToSend() })
  async function addVersions(versions: NewVersion[], base: number | undefined) {
    const texts = versions.map((version) =>
      version.html === undefined ? { ...version, ...present() } : version,
    )
    for (const { html = '', looks, because, at = now() } of texts)
      await journal.addVersion(html, because, at, base, looks)
  }
  async function record({ html: given, at = now(), base, because, versions }: TabEffects['record']) {
    const { html, looks } = given === undefined ? present() : { html: given }
    if (versions) await addVersions(versions, base)
    const kept = await journal.record(html, at, base, because, looks)
    if (kept.isErased) return { is: 'gone' } as const
    recorded.forEach((listener) => listener(html.length))
    return { is: 'kept', html, ...kept } as const
  }
  async function forget() {
    erased = await journal.forget(now())
    return { is: 'forgotten' } as const
  }

  const tabs = otherTabs((news) => void request(requestFor(news)))
  const flush = () => void request({ is: 'flush' })
  // A page that was put away hears no other tab.
  const look = () => void request({ is: 'look' })
  const onVisibility = () => (document.hidden ? flush() : look())
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('pagehide', flush)
  addEventListener('pageshow', look)
  const opened = new Promise((resolve) => asked.push(resolve))
  const { entry, hidden } = letter
  reply(
    Promise.all([journal.erasedAt(), journal.current()]).then(([erasedAt, current]) => ({
      is: 'opened',
      current,
      entry,
      hidden,
      erasedAt,
    })),
  )

  return {
    /** The letter of local storage and the journal's are one. */
    opened,
    typed: () => send({ is: 'typed' }),
    /** Keeps nothing that still waits: the letter is paid, or the page has put another text in its place. */
    drop: () => send({ is: 'dropped' }),
    flush: () => request({ is: 'flush' }),
    /** Makes the letter as it stands a version. */
    addVersion: (because: Reason) => request({ is: 'version', ...present(), because }),
    versions: journal.versions,
    /** When the letter was last changed, as far as it is kept; undefined when there is none. */
    changedAt: () => tab.base,
    /** Calls the listener after each kept change, with its length. Returns how to stop. */
    onRecorded(listener: (length: number) => void) {
      recorded.add(listener)
      return () => void recorded.delete(listener)
    },
    /** Forgets every text and picture of this browser, and says what copy there is in the account. @throws */
    async forget(): Promise<ServerCopy | undefined> {
      if (!(await request({ is: 'forget' }))) throw new Error('not forgotten')
      return erased
    },
    /** Shows what another tab made of the letter; this tab's text is a version. */
    follow: () => request({ is: 'follow' }),
    /** The account's copy, where it is of exactly this text. */
    async copyOf(html: string): Promise<{ id: string; sha256: string } | undefined> {
      const [copy, current] = await Promise.all([journal.serverCopy(), journal.current()])
      if (!copy || copy.isGone || copy.at !== current?.at || current.html !== html) return undefined
      return { id: copy.id, sha256: await sha256Of(new Blob([html])) }
    },
    /** For the account's copy of the letter. */
    letter: {
      current: () => journal.current(),
      copy: journal.serverCopy,
      putCopy: journal.putServerCopy,
      /** Whether this browser has never held a letter. */
      isFresh: async () =>
        tab.is === 'following' && !(await journal.current()) && !(await journal.versions()).length,
      keepVersion: (html: string, looks: PartialLooks, at: number, base: number | undefined) =>
        request({ is: 'version', html, looks, because: 'account', at, base }),
      /** Shows the account's text; the one it takes the place of becomes a version. Resolves to its time here. */
      take: async (html: string, at: number, base: number | undefined) =>
        (await request({ is: 'take', html, at, base })) ? tab.base : undefined,
    },
    async close() {
      document.removeEventListener('visibilitychange', onVisibility)
      removeEventListener('pagehide', flush)
      removeEventListener('pageshow', look)
      await request({ is: 'flush' })
      await request({ is: 'close' })
      tabs.close()
      journal.close()
    },
  }
}
