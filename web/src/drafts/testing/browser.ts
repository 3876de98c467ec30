import type { TabNews } from '../../journal/tabs.ts'
import type { AccountTable } from '../draft-account.ts'
import type { Entry } from '../tab.ts'
import type { Tab } from '../tab.ts'
import type { TabTable } from '../tab-table.ts'
import { accountInMemory, journalInMemory } from './stores.ts'

export type Tables = { tab?: TabTable; account?: AccountTable }
/** Something under way: what it ends with happens when a test lets it. */
type Task = { tab: number; name: string; run: () => void }
type OpenTab = {
  id: number
  isOpen: () => boolean
  state: () => Tab
  text: () => string
  hear: (news: TabNews) => void
}
export type Browser = ReturnType<typeof openBrowser>

export const wordsOf = (html: string): string[] => html.match(/\w+\d+/g) ?? []

/**
 * What the tabs of a browser share, and the account. Nothing happens in it by itself: `tasks` are the answers, messages
 * and timers under way, and whoever runs them in another order has another history.
 */
export function openBrowser(tables: Tables, chance: (of: number) => boolean) {
  const journal = journalInMemory()
  const tasks: Task[] = []
  const tabs: OpenTab[] = []
  const locks: { tab: number; locked: () => void }[] = []
  const erasures = new Set<string>()
  let holder: number | undefined
  const words = {
    typed: new Set<string>(),
    /** They may not come back. */
    erased: new Set<string>(),
    /** They may be lost: typed at the moment of an erasure, or less than a second before a tab was killed. */
    excused: new Set<string>(),
  }
  const browser = {
    tables,
    chance,
    journal,
    tasks,
    tabs,
    erasures,
    words,
    faults: [] as string[],
    /** Tabs that have not heard yet that the letter was erased. */
    clearing: new Set<number>(),
    entry: undefined as Entry | undefined,
    now: 1000,
    names: 0,
    /** Nothing is refused any more, and no answer lost. */
    isCalm: false,
    account: accountInMemory((old) => {
      for (const word of wordsOf(old))
        if (!browser.isKept(word) && !words.erased.has(word) && !words.excused.has(word))
          browser.faults.push(`${word} was written over in the account`)
    }),
    pass: () => (browser.now += 1 + (chance(3) ? 30_000 : 0)),
    later: (tab: number, name: string, run: () => void) => void tasks.push({ tab, name, run }),
    hasTask: (tab: number, name: string) => tasks.some((one) => one.tab === tab && one.name === name),
    stop(tab: number, name: string) {
      const at = tasks.findIndex((one) => one.tab === tab && one.name === name)
      if (at >= 0) tasks.splice(at, 1)
    },
    /** What one tab at a time may do, as the browser's locks allow. */
    lock(tab: number, locked: () => void) {
      locks.push({ tab, locked })
      grant()
    },
    unlock(tab: number) {
      if (holder === tab) holder = undefined
      grant()
    },
    /** The tab is closed, with all it was about to do. */
    end(tab: number) {
      for (let at = tasks.length - 1; at >= 0; at--) if (tasks[at]?.tab === tab) tasks.splice(at, 1)
      locks.splice(0, locks.length, ...locks.filter((one) => one.tab !== tab))
      browser.unlock(tab)
    },
    eraseWaiting() {
      for (const id of erasures) {
        // What another device has written into it is still there.
        for (const word of wordsOf(browser.account.drafts.get(id)?.content ?? '')) words.excused.add(word)
        browser.account.drafts.delete(id)
        erasures.delete(id)
      }
    },
    eraseInAccount(id: string) {
      erasures.add(id)
      browser.lock(-1, () => {
        browser.eraseWaiting()
        browser.unlock(-1)
      })
    },
    isKept: (word: string) =>
      [...journal.texts(), ...browser.account.texts()].flatMap(wordsOf).includes(word),
    excuseUnkept(text: string) {
      for (const word of wordsOf(text)) if (!browser.isKept(word)) words.excused.add(word)
    },
    /** What the journal and this letter's copy hold goes; what is typed elsewhere at the same moment may go too. */
    markErased(by: number) {
      const open = tabs.filter((tab) => tab.isOpen())
      const stay = [
        ...browser.account.texts(journal.copy()?.id),
        // A letter of its own, which the journal has not been given yet.
        ...open.filter((tab) => tab.state().base === undefined).map((tab) => tab.text()),
      ].flatMap(wordsOf)
      for (const { id } of open) if (id !== by) browser.clearing.add(id)
      for (const word of journal.texts().flatMap(wordsOf)) if (!stay.includes(word)) words.erased.add(word)
      const waiting = [browser.entry?.html ?? '', ...open.map((tab) => tab.text())].flatMap(wordsOf)
      for (const word of waiting) words.excused.add(word)
    },
  }
  function grant() {
    if (holder !== undefined) return
    const [next] = locks.splice(0, 1)
    if (!next) return
    holder = next.tab
    browser.later(next.tab, 'lock', next.locked)
  }
  return browser
}
