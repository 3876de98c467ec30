import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import type { Draft } from '@lacre/letter/draft-calls.ts'
import { vi } from 'vitest'
import type { Answer } from '../../api.ts'
import { type Letters, openLetters } from '../db.ts'
import type { Stamp } from '../draft.ts'
import { openStore, type Store } from '../store.ts'
import { type Calls, keepInAccount } from '../sync.ts'
import type { Channel } from '../tabs.ts'

/** Planted faults, which the random runs must notice. */
export type Mistake = {
  letters?: (letters: Letters) => Partial<Letters>
  calls?: (calls: Calls) => Partial<Calls>
}

const wordsOf = (html: string): string[] => html.match(/[wz]\d+/g) ?? []
const withWord = (html: string, word: string) => `<p>${[...wordsOf(html), word].join(' ')}</p>`
const tick = () => new Promise((done) => setImmediate(done))

/** Runs tabs and another device on a letter in the order of `numbers`; returns the violations. */
export async function runHistory(numbers: number[], mistake: Mistake = {}): Promise<string[]> {
  globalThis.indexedDB = new IDBFactory()
  vi.setSystemTime(new Date('2026-11-21T12:00:00Z'))
  let at = 0
  const choose = (of: number) => (numbers[at++] ?? 0) % of
  const faults: string[] = []
  const [typed, erased, excused] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let isCalm = false
  let names = 0
  let entry: { html: string; stamp: Stamp | undefined } | undefined
  const account = new Map<string, Draft>()
  const toErase = new Set<string>()
  const channels = new Set<Channel & { hear: () => void }>()
  const witness = await openLetters()

  let lockQueue: Promise<unknown> = Promise.resolve()
  const lock: Calls['lock'] = (action) => {
    const done = lockQueue.then(() => action())
    lockQueue = Promise.race([done, new Promise((end) => void setTimeout(end, 600_000))]).catch(() => {})
    return done
  }
  const newest = () => [...account.values()].toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))
  function keepDraft(id: string, content: string) {
    const version = (account.get(id)?.version ?? 0) + 1
    account.set(id, { id, version, content, updatedAt: new Date().toISOString() })
    return version
  }
  function eraseWaiting() {
    for (const id of toErase) {
      for (const word of wordsOf(account.get(id)?.content ?? '')) if (word.startsWith('z')) excused.add(word)
      account.delete(id)
    }
    toErase.clear()
    return Promise.resolve(true)
  }
  function eraseInAccount(id: string) {
    toErase.add(id)
    void lock(eraseWaiting)
  }

  type Tab = Record<'type' | 'kill', () => void> &
    Record<'leave' | 'erase' | 'pay', () => Promise<void>> & {
      store: Store
      html: () => string
      isLeaving: boolean
    }
  const tabs: Tab[] = []
  function openTab() {
    let html = entry?.html ?? ''
    let isAlive = true
    let until = 0
    let refused: string | undefined
    const unsaved = new Set<string>()
    /** A killed tab's calls never come back. */
    const alive =
      <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
      async (...args: Args): Promise<Result> => {
        if (!isAlive) return new Promise(() => {})
        const result = await call(...args)
        return isAlive ? result : new Promise(() => {})
      }
    const real = mistake.letters ? { ...witness, ...mistake.letters(witness) } : witness
    const letters = Object.fromEntries(
      Object.entries({
        ...real,
        async put(...args: Parameters<Letters['put']>) {
          const kept = await real.put(...args)
          for (const word of wordsOf(args[0].html)) unsaved.delete(word)
          return kept
        },
        close: () => Promise.resolve(),
      }).map(([name, call]) => [name, alive(call as () => Promise<unknown>)]),
    ) as unknown as Letters
    let hear = () => {}
    const channel = {
      listen: (onChange: () => void) => void (hear = onChange),
      close: () => void channels.delete(channel),
      hear: () => hear(),
      tell() {
        for (const other of channels) if (other !== channel) setImmediate(() => other.hear())
      },
    }
    channels.add(channel)
    const keepEntry = (base: number | undefined) => void (entry = { html, stamp: { base, at: Date.now() } })
    const local = { html, stamp: entry?.stamp, hidden: '' }
    const store = openStore(
      letters,
      {
        text: () => ({ html }),
        show(next, base) {
          if (!next && entry?.html === html) entry = undefined
          html = next
          if (html) keepEntry(base)
        },
        local,
        onKept: () => {},
        onTrouble: () => {},
      },
      channel,
    )
    async function called<Body>(act: () => Answer<Body>): Promise<Answer<Body>> {
      await tick()
      const isLost = !isCalm && choose(12) === 1
      const answer: Answer<Body> = isLost && choose(2) ? { ok: false, status: 0 } : act()
      await tick()
      return isLost ? { ok: false, status: 0 } : answer
    }
    const calls: Calls = {
      lock,
      eraseWaiting,
      isErased: (id) => toErase.has(id),
      adopt: () => {},
      list: alive(() => called(() => ({ ok: true, body: { drafts: newest() } }))),
      fetch: alive((id: string) =>
        called(() => {
          const body = account.get(id)
          return body ? { ok: true, body } : { ok: false, status: 404 }
        }),
      ),
      put: alive(async (id, { content, basedOn }) => {
        if (content === refused) faults.push(`"${content}" was sent again although it was refused`)
        if (Date.now() < until) faults.push(`"${content}" was sent too soon`)
        refused = undefined
        const answer = await called<{ version: number }>(() => {
          if (!isCalm && choose(8) === 1) return { ok: false, status: 413 }
          if (!isCalm && choose(8) === 1) return { ok: false, status: 429, retryAfterMs: 90_000 }
          if (account.has(id) && account.get(id)?.version !== basedOn) return { ok: false, status: 409 }
          return { ok: true, body: { version: keepDraft(id, content) } }
        })
        if (!answer.ok && answer.status === 413) refused = content
        if (!answer.ok && answer.retryAfterMs) until = Date.now() + answer.retryAfterMs
        return answer
      }),
    }
    let stop = () => {}
    void store.opened.then(() => {
      if (isAlive)
        stop = keepInAccount(
          store,
          () => true,
          () => {},
          { ...calls, ...mistake.calls?.(calls) },
        )
    })
    function end() {
      stop()
      isAlive = false
      channels.delete(channel)
      tabs.splice(tabs.indexOf(tab), 1)
    }
    const tab: Tab = {
      store,
      isLeaving: false,
      html: () => html,
      type() {
        const word = `w${typed.size}`
        typed.add(word)
        unsaved.add(word)
        // Typed into an erased text, before the tab has heard of that.
        if (wordsOf(html).some((one) => erased.has(one))) excused.add(word)
        html = withWord(html, word)
        keepEntry(store.base())
        store.typed()
      },
      kill() {
        for (const word of unsaved)
          if (tabs.length > 1 || !wordsOf(entry?.html ?? '').includes(word)) excused.add(word)
        end()
      },
      async leave() {
        tab.isLeaving = true
        await store.flush()
        end()
      },
      async erase() {
        entry = undefined
        store.drop()
        const copy = await store.erase()
        entry = undefined
        if (copy) eraseInAccount(copy.id)
      },
      async pay() {
        tab.isLeaving = true
        await store.flush()
        store.drop()
        const copy = await witness.archive([entry?.html ?? ''], Date.now(), store.id())
        if (copy === false) return end()
        entry = undefined
        channel.tell()
        if (copy) eraseInAccount(copy.id)
        end()
      },
    }
    tabs.push(tab)
    return tab
  }

  const kept = async () => {
    const [current, versions] = [await witness.current(), await witness.versions()]
    return { current, versions, texts: [current?.html ?? '', ...versions.map(({ html }) => html)] }
  }
  const settle = async () => {
    for (let round = 0; round < 12; round++) {
      await vi.advanceTimersByTimeAsync(100_000)
      for (let ticks = 0; ticks < 60; ticks++) await tick()
    }
  }
  function typeElsewhere() {
    const [draft] = newest()
    const word = `z${typed.size}`
    typed.add(word)
    keepDraft(draft?.id ?? `d${++names}`, withWord(draft?.content ?? '', word))
  }
  /** No one types in a page that is being left. */
  const some = () => {
    const usable = tabs.filter(({ isLeaving }) => !isLeaving)
    return usable[choose(usable.length)]
  }
  /** Unsaved text of other tabs is erased with the letter. */
  async function erase() {
    await settle()
    const tab = some()
    if (!tab) return
    // Unsaved text that grew from the erased one goes with it.
    const other = some()
    if (other?.store.base() !== undefined) other.type()
    for (const word of [...(await kept()).texts, ...tabs.map(({ html }) => html())].flatMap(wordsOf))
      if (word.startsWith('w')) erased.add(word)
      else excused.add(word)
    await tab.erase()
  }
  const pass = async () => {
    await vi.advanceTimersByTimeAsync([0, 0, 50, 250, 1100, 4000, 30_000][choose(7)]!)
    for (let ticks = choose(12); ticks > 0; ticks--) await tick()
  }
  const acts = [
    ...Array.from({ length: 8 }, () => () => some()?.type()),
    () => void (tabs.length < 3 && openTab()),
    () => void (tabs.length < 3 && openTab()),
    () => some()?.kill(),
    () => void some()?.leave(),
    () => void some()?.store.look(),
    () => choose(3) === 0 && erase(),
    () => void (choose(3) === 0 && some()?.pay()),
    typeElsewhere,
  ]
  openTab()
  openTab()
  for (let step = 0; step < numbers.length / 4; step++) {
    await Promise.resolve(acts[choose(acts.length)]?.())
    await pass()
  }
  isCalm = true
  await settle()
  if (!tabs.length) openTab()
  await settle()
  typeElsewhere()
  tabs[0]?.type()
  await settle()

  const { current, versions, texts } = await kept()
  const drafts = newest().map(({ content }) => content)
  const here = [...texts, entry?.html ?? '', ...tabs.map(({ html }) => html())].flatMap(wordsOf)
  const found = new Set([...here, ...drafts.flatMap(wordsOf)])
  for (const tab of tabs)
    if (tab.html() !== (current?.html ?? ''))
      faults.push(`a tab shows "${tab.html()}", not "${current?.html}"`)
  if (versions.length < 20)
    for (const word of typed)
      if (!erased.has(word) && !excused.has(word) && !found.has(word)) faults.push(`${word} is lost`)
  for (const word of erased) if (here.includes(word)) faults.push(`${word} was erased and came back`)
  if (current && account.get(current.id)?.content !== current.html)
    faults.push(`the account has "${drafts.join('|')}", not "${current.html}"`)
  for (const tab of tabs.slice()) tab.kill()
  await settle()
  vi.clearAllTimers()
  witness.close()
  return faults
}
