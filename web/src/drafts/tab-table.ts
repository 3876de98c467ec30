import type { Current } from '../journal/journal.ts'
import type { TabNews } from '../journal/tabs.ts'
import { newest } from './tab.ts'
import type { News, NewVersion, Request, Tab, TabEffect, TabEvent, TabEvents, TabName } from './tab.ts'

type Result = [Tab, ...TabEffect[]]
type Step<Name extends keyof TabEvents = keyof TabEvents> = (tab: Tab, event: TabEvent<Name>) => Result
type Row = { [Name in keyof TabEvents]: Step<Name> }
export type TabTable = Record<TabName, Row>

export const newTab: Tab = {
  is: 'opening',
  base: undefined,
  grownFrom: undefined,
  isTyped: false,
  isBusy: true,
  queue: [],
}

const startTimer = { do: 'startTimer' } as const
const stopTimer = { do: 'stopTimer' } as const
const report = (news: News): TabEffect => ({ do: 'report', news })
const post = (news: TabNews): TabEffect => ({ do: 'post', news })
const show = (text?: Current): TabEffect => ({ do: 'show', html: text?.html ?? '', at: text?.at })

const ask = (tab: Tab, ...effects: TabEffect[]): Result => [{ ...tab, isBusy: true }, ...effects]
const finish = (tab: Tab, ...effects: TabEffect[]): Result => [
  { ...tab, isBusy: false },
  ...effects,
  { do: 'finish', isDone: true },
]
/** The journal's text, or none, is what the tab shows. */
const following = (tab: Tab, current?: Current): Tab => ({
  ...tab,
  is: 'following',
  base: current?.at,
  grownFrom: current?.at,
  isTyped: false,
})

const ignore: Step = (tab) => [tab]
const done: Step = (tab) => finish(tab)
const decline = (tab: Tab): Result => [tab, { do: 'finish', isDone: false }]

const typed: Step = (tab) => [{ ...tab, isTyped: true }, startTimer]
const typedFirst: Step = (tab) => [{ ...tab, is: 'changed', isTyped: true }, startTimer]
const typedEarly: Step = (tab) => [{ ...tab, isTyped: true }]
const dropped: Step = (tab) => [{ ...tab, is: 'following', isTyped: false }, stopTimer]
const droppedEarly: Step = (tab) => [{ ...tab, isTyped: false }]

const flush: Step = (tab) =>
  tab.isTyped ? ask({ ...tab, isTyped: false }, stopTimer, { do: 'record', base: tab.base }) : finish(tab)
const look: Step = (tab) => ask(tab, { do: 'read', answer: 'looked' })
const version: Step<'version'> = (tab, { html, looks, because, at, base = tab.base }) =>
  ask(tab, { do: 'addVersions', base, versions: [{ html, looks, because, at }], answer: { is: 'versioned' } })
const follow: Step = (tab) => ask(tab, { do: 'read', answer: 'followed' })
const take: Step<'take'> = (tab, { html, at, base }) =>
  tab.isTyped
    ? decline(tab)
    : ask({ ...tab, is: 'taking' }, { do: 'record', html, at, base, because: 'account' })
/** A text that the journal has never held is a letter of its own, begun since. */
const clear: Step = (tab, event) =>
  tab.base === undefined
    ? look(tab, event)
    : ask(following(tab), stopTimer, show(), { do: 'read', answer: 'looked' })
const gone: Step = (tab) => finish(following(tab), stopTimer, show())
const forget: Step = (tab) => ask({ ...tab, isTyped: false }, stopTimer, { do: 'forget' })
const forgotten: Step = (tab) => finish(following(tab), stopTimer, post({ at: 0, erased: true }))
const close: Step = (tab) => finish({ ...tab, is: 'closed' })

/** An older text that lives on in this one is no other text. */
const compareTexts: Step<'otherText'> = (tab, { at, of }) => {
  if (tab.base === undefined || tab.base < at) return look(tab, { is: 'look' })
  return of !== undefined && of === tab.grownFrom
    ? finish(tab)
    : finish({ ...tab, is: 'newer' }, report('newer-tab'))
}

/** A tab that showed an erased letter may have put it into local storage just before it heard of that: its time tells. */
const opened: Step<'opened'> = (tab, event) => {
  const { current, entry, hidden, erasedAt } = event
  const { since = entry.at } = entry
  if (since !== undefined && since <= erasedAt) {
    const found = { ...event, entry: { html: '', at: undefined, ...current }, erasedAt: 0 }
    const [next, ...effects] = opened({ ...tab, isTyped: false }, found)
    return [next, show(current), ...effects]
  }
  const found = newest(entry, current)
  const known = { ...tab, base: current?.at, grownFrom: current?.at }
  const versions: NewVersion[] = [{ html: hidden, because: 'older' }]
  if (found === 'entry') {
    if (current) versions.unshift({ ...current, because: 'older' })
    return ask(known, { do: 'record', ...entry, base: current?.at ?? entry.at, versions })
  }
  if (found === 'journal' && entry.at !== current?.at) versions.unshift({ ...entry, because: 'older' })
  const answer = { is: 'prepared', current: found === 'journal' ? current : undefined } as const
  const base = found === 'journal' ? (entry.at ?? known.base) : known.base
  return ask(known, { do: 'addVersions', base, versions, answer })
}
const prepared: Step<'prepared'> = (tab, { current }) => {
  if (!current || !tab.isTyped) return begin(tab, ...(current ? [show(current)] : []), report('kept'))
  const answer = { is: 'prepared', current: undefined } as const
  return ask(tab, report('shown-older'), {
    do: 'addVersions',
    base: tab.base,
    versions: [{ ...current, because: 'older' }],
    answer,
  })
}
const keptFirst: Step<'kept'> = (tab, event) => begin({ ...tab, base: event.at }, ...keptEffects(event))
const begin = (tab: Tab, ...effects: TabEffect[]): Result =>
  tab.isTyped
    ? finish({ ...tab, is: 'changed' }, ...effects, startTimer)
    : finish({ ...tab, is: 'following' }, ...effects)

/** Another tab has kept it since. */
const isOther = (tab: Tab, current?: Current): current is Current =>
  current !== undefined && current.at !== tab.base
/** It was sent in another tab. */
const isGone = (tab: Tab, current?: Current) => !current && tab.base !== undefined

const lookedToFollow: Step<'looked'> = (tab, { current }) =>
  isOther(tab, current) || isGone(tab, current) ? finish(following(tab, current), show(current)) : finish(tab)
const lookedToCompare: Step<'looked'> = (tab, { current }) => {
  if (isGone(tab, current)) return finish({ ...tab, is: 'older' }, report('other-tab'))
  if (!isOther(tab, current)) return finish(tab)
  const answer = { is: 'parted', at: current.at } as const
  return ask(tab, { do: 'addVersions', base: tab.base, versions: [{ because: 'other-tab' }], answer })
}
const parted: Step<'parted'> = (tab, { at }) => {
  const of = tab.isTyped ? undefined : tab.base
  return finish({ ...tab, is: 'older' }, report('other-tab'), post({ at, apart: { of } }))
}
const followed: Step<'followed'> = (tab, event) =>
  tab.isTyped
    ? ask(
        { ...tab, isTyped: false },
        { do: 'addVersions', base: tab.base, versions: [{ because: 'other-tab' }], answer: event },
      )
    : finish(following(tab, event.current), stopTimer, show(event.current))

const keptEffects = ({ at, overtook }: TabEvent<'kept'>): TabEffect[] => [
  post({ at }),
  report('kept'),
  ...(overtook ? [report('newer-tab')] : []),
]
const kept: Step<'kept'> = (tab, event) => finish({ ...tab, base: event.at }, ...keptEffects(event))
const keptChanged: Step<'kept'> = (tab, event) => kept(event.overtook ? { ...tab, is: 'newer' } : tab, event)
/** Typing on in the older text makes it the newer one: whoever does that knows of the other. */
const keptOlder: Step<'kept'> = (tab, event) => {
  const [next, ...effects] = keptNewer(tab, event)
  return [{ ...next, is: 'newer' }, report('overtook'), ...effects]
}
const keptNewer: Step<'kept'> = (tab, event) => kept(tab, { ...event, overtook: false })
/** What was typed meanwhile grew from the text before: `base` stays, so that the account's becomes a version. */
const keptTaken: Step<'kept'> = (tab, event) =>
  tab.isTyped
    ? finish({ ...tab, is: 'changed' }, ...keptEffects({ ...event, overtook: false }))
    : finish(following(tab, event), ...keptEffects({ ...event, overtook: false }), show(event))

const refused: Step = (tab) => [{ ...tab, isBusy: false }, report('refused'), { do: 'finish', isDone: false }]
const refusedTyped: Step = (tab, event) => refused({ ...tab, isTyped: true }, event)
const refusedTaken: Step = (tab, event) => refusedTyped({ ...tab, is: 'changed' }, event)
const refusedFirst: Step = (tab) => begin(tab, report('refused'))

/** What a tab does wherever it stands; nothing for what cannot happen there. */
const open = {
  typed,
  dropped,
  flush,
  look,
  otherText: look,
  version,
  follow,
  take,
  clear,
  forget,
  close,
  opened: ignore,
  prepared: ignore,
  looked: done,
  parted: done,
  followed,
  kept,
  versioned: done,
  forgotten,
  gone,
  refused: refusedTyped,
} satisfies Row

export const tabTable = {
  opening: {
    ...open,
    typed: typedEarly,
    dropped: droppedEarly,
    opened,
    prepared,
    kept: keptFirst,
    refused: refusedFirst,
  },
  following: { ...open, typed: typedFirst, looked: lookedToFollow, refused },
  changed: { ...open, otherText: compareTexts, looked: lookedToCompare, parted, kept: keptChanged },
  older: { ...open, kept: keptOlder },
  newer: { ...open, looked: lookedToCompare, parted, kept: keptNewer },
  taking: { ...open, dropped: typedEarly, kept: keptTaken, refused: refusedTaken },
  closed: { ...open, typed: ignore, dropped: ignore },
} satisfies TabTable

function step<Name extends keyof TabEvents>(table: TabTable, tab: Tab, event: TabEvent<Name>): Result {
  const row: Row = table[tab.is]
  return row[event.is](tab, event)
}

type Next = { tab: Tab; effects: TabEffect[] }

/** What the tab is after something has happened, and what is to be done then, in this order. */
export function reduceTab(tab: Tab, fact: TabEvent, table: TabTable = tabTable): Next {
  const [after, ...effects] = step(table, tab, fact)
  return drain(after, effects, table)
}
/** The same for what is asked of the tab, which waits for its turn. */
export const askTab = (tab: Tab, request: Request, table: TabTable = tabTable): Next =>
  drain({ ...tab, queue: [...tab.queue, request] }, [], table)

function drain(tab: Tab, effects: TabEffect[], table: TabTable): Next {
  const [request, ...queue] = tab.queue
  if (tab.isBusy || !request) return { tab, effects }
  const next = { ...tab, queue }
  const [after, ...more] = tab.is === 'closed' ? decline(next) : step(table, next, request)
  return drain(after, [...effects, ...more], table)
}
