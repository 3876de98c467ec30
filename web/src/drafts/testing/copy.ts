import type { Refused } from '../../api.ts'
import { isBlank } from '../../journal/version-reason.ts'
import type { ServerCopy } from '../../journal/journal.ts'
import type { AccountEffects, AccountEvent } from '../draft-account.ts'
import { newAccount, reduceAccount } from '../draft-account.ts'
import type { Request, Tab } from '../tab.ts'
import { run } from '../tagged.ts'
import type { Browser } from './browser.ts'

type Journal = {
  request: (one: Request, then: (isDone: boolean) => void) => void
  state: () => Tab
  isOpen: () => boolean
}

/** The letter's copy in the account: what `draft-account.ts` does with the real browser, done in this one. */
export function keepCopy(browser: Browser, id: number, tab: Journal) {
  const { journal, account, erasures } = browser
  let copy = newAccount
  let isWaiting = false
  /** The texts that the account will never take, and how long it has asked to be left alone. */
  const refused = new Set<string>()
  let wait = 0
  let chain: (() => void)[] = []
  function send(event: AccountEvent) {
    if (!tab.isOpen()) return
    const next = reduceAccount(copy, event, browser.tables.account)
    copy = next.account
    chain.push(...next.effects.map((effect) => () => run(perform, effect)))
    if (!isWaiting) proceed()
  }
  /** One effect after the other, until one has to wait. */
  function proceed() {
    isWaiting = false
    for (let next = chain.shift(); next; next = isWaiting ? undefined : chain.shift()) next()
  }
  const keptVersion = (isDone: boolean) => (isDone ? proceed() : fail())
  function fail() {
    chain = []
    browser.unlock(id)
    isWaiting = false
    send({ is: 'failed' })
  }
  /** What is asked of the account or the journal holds up what comes after it. */
  function awaited(name: string, act: () => void) {
    isWaiting = true
    browser.later(id, name, () => (act(), tab.isOpen() && proceed()))
  }
  /** The server does it, and the answer comes, or is lost on its way. */
  function called<Body>(name: string, act: () => Body, then: (answer: Body | Refused) => void) {
    isWaiting = true
    browser.later(id, name, () => {
      const isLost = !browser.isCalm && browser.chance(12)
      const answer = isLost && browser.chance(2) ? undefined : act()
      browser.later(
        id,
        `${name} answered`,
        () => (then(isLost || !answer ? { ok: false, status: 0 } : answer), proceed()),
      )
    })
  }
  /** Now and then a text is too large, or too much was sent. */
  function refuse(content: string): Refused | undefined {
    if (browser.isCalm) return undefined
    if (refused.has(content) || browser.chance(12)) return { ok: false, status: 413 }
    return browser.chance(12) ? { ok: false, status: 429, retryAfterMs: 90_000 } : undefined
  }
  const putCopy = (next: ServerCopy, of?: number) =>
    awaited('copy', () => journal.putCopy(next, of) || fail())
  const perform: { [Name in keyof AccountEffects]: (effect: AccountEffects[Name]) => unknown } = {
    lock: () => browser.lock(id, () => send({ is: 'locked' })),
    unlock: () => browser.unlock(id),
    eraseWaiting: () => awaited('erase', () => browser.eraseWaiting()),
    read: () =>
      awaited('local', () => {
        const current = journal.current()
        const isFresh = tab.state().is === 'following' && journal.texts().length === 0
        const local = { current, copy: journal.copy(), isBlank: isBlank(current?.html ?? ''), isFresh }
        send({
          is: 'local',
          ...local,
          hasPending: !browser.isCalm && browser.chance(10),
          newId: `d${++browser.names}`,
        })
      }),
    list: () =>
      called('list', account.list, (answer) => {
        const drafts = 'ok' in answer ? undefined : answer.filter(({ id }) => !erasures.has(id))
        send({ is: 'listed', drafts })
      }),
    fetch: ({ id: draft }) =>
      called(
        'fetch',
        () => account.fetch(draft),
        (answer) => send({ is: 'draft', answer }),
      ),
    put({ id: draft, content, basedOn }) {
      if (refused.has(content)) browser.faults.push(`"${content}" was sent again although it was refused`)
      if (wait) browser.faults.push(`"${content}" was sent too soon`)
      called(
        'put',
        () => refuse(content) ?? account.put(draft, content, basedOn, browser.now),
        (answer) => {
          if (!answer.ok && answer.status === 413) refused.add(content)
          if (!answer.ok) wait = answer.retryAfterMs ?? 0
          send({ is: 'put', answer, isErased: erasures.has(draft) })
        },
      )
    },
    take({ draft, base }) {
      isWaiting = true
      const [html, changed] = [draft.content, Date.parse(draft.updatedAt)]
      tab.request({ is: 'take', html, at: changed, base }, (isDone) => {
        const at = tab.state().base
        if (!isDone || at === undefined) return tab.request(versionOf(html, base), fail)
        putCopy({ id: draft.id, version: draft.version, at }, at)
      })
    },
    keepVersion({ draft, base }) {
      isWaiting = true
      tab.request(versionOf(draft.content, base), keptVersion)
    },
    putCopy: ({ copy: next, of }) => putCopy(next, of),
    report: () => {},
    startTimer({ ms }) {
      if (browser.hasTask(id, 'account timer')) return
      browser.later(id, 'account timer', () => {
        if (ms >= wait) wait = 0
        send({ is: 'due' })
      })
    },
    stopTimer: () => browser.stop(id, 'account timer'),
  }
  const versionOf = (html: string, base: number | undefined): Request => ({
    is: 'version',
    html,
    because: 'account',
    at: browser.now,
    base,
  })
  return { send }
}
