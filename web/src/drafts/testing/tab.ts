import { run } from '../tagged.ts'
import type { TabNews } from '../../journal/tabs.ts'
import type { News, Request, TabEffects, TabEvent } from '../tab.ts'
import { askTab, newTab, reduceTab } from '../tab-table.ts'
import { wordsOf, type Browser } from './browser.ts'
import { keepCopy } from './copy.ts'

/** A tab with the letter: what `draft-journal.ts` does with the real browser, done in this one. */
export function openTab(browser: Browser, id: number) {
  const { journal, words, clearing } = browser
  let tab = newTab
  let text = browser.entry?.html ?? ''
  let isOpen = true
  let isLeaving = false
  let isGone = false
  const reports: News[] = []
  const held = { html: text, at: browser.entry?.at, since: browser.entry?.since }
  let since = held.since ?? held.at

  const advance = (next: ReturnType<typeof reduceTab>) => {
    tab = next.tab
    for (const effect of next.effects) run(perform, effect)
  }
  const send = (fact: TabEvent) => isOpen && advance(reduceTab(tab, fact, browser.tables.tab))
  const ended: ((isDone: boolean) => void)[] = [() => ((since = undefined), sendAccount({ is: 'opened' }))]
  function request(one: Request, then: (isDone: boolean) => void = () => {}) {
    ended.push(then)
    advance(askTab(tab, one, browser.tables.tab))
  }
  /** The journal does it at one moment and answers at a later one; now and then it has no room. */
  function journaled(name: string, act: () => TabEvent) {
    browser.later(id, name, () => {
      const isRefused = !browser.isCalm && browser.chance(25)
      const answer: TabEvent = isRefused ? { is: 'refused' } : act()
      browser.later(id, `${name} answered`, () => send(answer))
    })
  }
  const perform: { [Name in keyof TabEffects]: (effect: TabEffects[Name]) => unknown } = {
    read: ({ answer }) => journaled('read', () => ({ is: answer, current: journal.current() })),
    addVersions({ base, versions, answer }) {
      const texts = versions.map(({ html = text, ...version }) => ({ html, ...version }))
      journaled('addVersions', () => (texts.forEach((one) => journal.addVersion(one, base)), answer))
    },
    record({ html = text, at: changed = browser.now, base, because, versions = [] }) {
      const texts = versions.map(({ html = text, ...version }) => ({ html, ...version }))
      journaled('record', () => {
        texts.forEach((one) => journal.addVersion(one, base))
        const kept = journal.record(html, changed, base, because)
        if (kept.isErased) {
          isGone = true
          return { is: 'gone' }
        }
        sendAccount({ is: 'changed', length: html.length })
        return { is: 'kept', html, ...kept }
      })
    },
    forget: () =>
      journaled('forget', () => {
        browser.markErased(id)
        const was = journal.forget(browser.now)
        if (was) browser.eraseInAccount(was.id)
        return { is: 'forgotten' }
      }),
    show({ html, at: changed = browser.now }) {
      if (isGone || clearing.has(id)) browser.excuseUnkept(text)
      isGone = false
      if (!html && browser.entry?.html === text) browser.entry = undefined
      text = html
      since = undefined
      if (html) browser.entry = { html, at: changed }
    },
    post({ news }) {
      for (const other of browser.tabs)
        if (other.id !== id && other.isOpen()) browser.later(other.id, `from ${id}`, () => other.hear(news))
    },
    report: ({ news }) => reports.push(news),
    startTimer: () =>
      browser.hasTask(id, 'timer') || browser.later(id, 'timer', () => request({ is: 'flush' })),
    stopTimer: () => browser.stop(id, 'timer'),
    finish: ({ isDone }) => ended.shift()?.(isDone),
  }

  const { send: sendAccount } = keepCopy(browser, id, { request, state: () => tab, isOpen: () => isOpen })
  journaled('open', () => {
    const erasedAt = journal.erasedAt()
    isGone = held.at !== undefined && held.at <= erasedAt
    return { is: 'opened', current: journal.current(), entry: held, hidden: '', erasedAt }
  })

  function end() {
    isOpen = false
    browser.end(id)
  }

  return {
    id,
    reports,
    request,
    isOpen: () => isOpen,
    /** Nobody types in a page that is being left, or behind the dialog that erases. */
    isUsable: () => isOpen && !isLeaving,
    state: () => tab,
    text: () => text,
    hear({ at, apart, erased: isErased }: TabNews) {
      if (!isOpen) return
      if (isErased) {
        clearing.add(id)
        request({ is: 'clear' }, () => clearing.delete(id))
      } else request(apart ? { is: 'otherText', at, of: apart.of } : { is: 'look' })
    },
    type() {
      const word = `w${words.typed.size}`
      words.typed.add(word)
      text = `<p>${[...wordsOf(text), word].join(' ')}</p>`
      browser.entry = { html: text, at: browser.pass(), since }
      send({ is: 'typed' })
    },
    erase() {
      isLeaving = true
      browser.entry = undefined
      request({ is: 'forget' }, (isDone) => {
        isLeaving = false
        if (!isDone) return
        browser.entry = undefined
        text = ''
        send({ is: 'dropped' })
      })
    },
    /** The tab goes at once, with all it was about to do; what the journal has begun may still end. */
    kill() {
      browser.excuseUnkept(text)
      end()
    },
    leave() {
      isLeaving = true
      request({ is: 'flush' }, (isDone) => {
        // What the journal has refused is in local storage alone, and the writer was told.
        if (!isDone) browser.excuseUnkept(text)
        request({ is: 'close' }, end)
      })
    },
    /** Enviar, the payment and the page that thanks for it. */
    pay() {
      isLeaving = true
      request({ is: 'flush' })
      request({ is: 'version', html: text, because: 'sending' }, () => {
        send({ is: 'dropped' })
        journal.addVersion({ html: browser.entry?.html ?? '', because: 'sent' })
        // What is sent while another tab erases it was sent.
        for (const word of [browser.entry?.html ?? '', ...journal.texts()].flatMap(wordsOf))
          words.erased.delete(word)
        const was = journal.archive()
        // The server has the letter, whatever the journal refused.
        browser.excuseUnkept(text)
        browser.entry = undefined
        perform.post({ news: { at: 0 } })
        if (was) browser.eraseInAccount(was.id)
        end()
      })
    },
  }
}
