import { expect, test } from 'vitest'
import type { Tab, TabEffect, TabEvent } from './tab.ts'
import { askTab, newTab, reduceTab } from './tab-table.ts'

const at = (is: Tab['is'], more: Partial<Tab> = {}): Tab => ({
  ...newTab,
  isBusy: false,
  is,
  base: 5,
  ...more,
})
const text = { html: '<p>otra</p>', at: 9 }
/** An effect in a word: what is done, and with what answer, report or news. */
const wordOf = (effect: TabEffect) =>
  effect.do === 'report'
    ? effect.news
    : effect.do === 'addVersions'
      ? `addVersions ${effect.answer.is}`
      : effect.do
const after = (tab: Tab, event: TabEvent) => {
  const { tab: next, effects } = reduceTab(tab, event)
  return [next.is, ...effects.map(wordOf).filter((word) => word !== 'finish' && word !== 'stopTimer')]
}
const busy = { isBusy: true }
const typed = { isTyped: true }
const kept = { is: 'kept', at: 9, html: '<p>a</p>' } as const

test.each<[string, Tab, TabEvent, string[]]>([
  ['the first key', at('following'), { is: 'typed' }, ['changed', 'startTimer']],
  ['a key in an older text', at('older'), { is: 'typed' }, ['older', 'startTimer']],
  ['a key before the journal is read', at('opening', busy), { is: 'typed' }, ['opening']],
  ['nothing waits', at('changed'), { is: 'flush' }, ['changed']],
  ['something waits', at('changed', typed), { is: 'flush' }, ['changed', 'record']],
  [
    'a newer text, nothing typed',
    at('following', busy),
    { is: 'looked', current: text },
    ['following', 'show'],
  ],
  ['the text it knows', at('following', busy), { is: 'looked', current: { ...text, at: 5 } }, ['following']],
  [
    'the letter was sent elsewhere',
    at('following', busy),
    { is: 'looked', current: undefined },
    ['following', 'show'],
  ],
  [
    'a newer text, something typed',
    at('changed', busy),
    { is: 'looked', current: text },
    ['changed', 'addVersions parted'],
  ],
  [
    'sent elsewhere, something typed',
    at('changed', busy),
    { is: 'looked', current: undefined },
    ['older', 'other-tab'],
  ],
  ['its text is a version', at('changed', busy), { is: 'parted', at: 9 }, ['older', 'other-tab', 'post']],
  ['told once', at('older', busy), { is: 'looked', current: text }, ['older']],
  ['kept', at('changed', busy), { ...kept, overtook: false }, ['changed', 'post', 'kept']],
  [
    'kept over another text',
    at('changed', busy),
    { ...kept, overtook: true },
    ['newer', 'post', 'kept', 'newer-tab'],
  ],
  [
    'the older one goes on',
    at('older', busy),
    { ...kept, overtook: true },
    ['newer', 'overtook', 'post', 'kept'],
  ],
  [
    'another tab shows an older text',
    at('changed'),
    { is: 'otherText', at: 5, of: undefined },
    ['newer', 'newer-tab'],
  ],
  [
    'one that this one grew from',
    at('changed', { grownFrom: 4 }),
    { is: 'otherText', at: 5, of: 4 },
    ['changed'],
  ],
  ['the other text is wanted', at('older', busy), { is: 'followed', current: text }, ['following', 'show']],
  [
    'wanted while a key waits',
    at('older', { ...busy, ...typed }),
    { is: 'followed', current: text },
    ['older', 'addVersions followed'],
  ],
  ['erased elsewhere', at('changed', typed), { is: 'clear' }, ['following', 'show', 'read']],
  [
    'erased, a letter of its own',
    at('changed', { ...typed, base: undefined }),
    { is: 'clear' },
    ['changed', 'read'],
  ],
  ['erased while it was kept', at('changed', busy), { is: 'gone' }, ['following', 'show']],
  ['the account’s text', at('following'), { is: 'take', ...text, base: 5 }, ['taking', 'record']],
  [
    'the account’s text while a key waits',
    at('changed', typed),
    { is: 'take', ...text, base: 5 },
    ['changed'],
  ],
  ['taken', at('taking', busy), { ...kept, overtook: true }, ['following', 'post', 'kept', 'show']],
  [
    'taken, but typed meanwhile',
    at('taking', { ...busy, ...typed }),
    { ...kept, overtook: true },
    ['changed', 'post', 'kept'],
  ],
  ['refused', at('changed', busy), { is: 'refused' }, ['changed', 'refused']],
  ['closed', at('closed'), { is: 'typed' }, ['closed']],
])('%s', (_, tab, event, expected) => {
  expect(after(tab, event)).toEqual(expected)
})

test('what the journal refused still waits, and the account’s text grows from the one before', () => {
  expect(reduceTab(at('changed', busy), { is: 'refused' }).tab.isTyped).toBe(true)
  expect(reduceTab(at('taking', { ...busy, ...typed }), { ...kept, overtook: true }).tab.base).toBe(5)
})

test('a text of local storage is kept only if it was changed after the erasure of the letter', () => {
  const known = (current: typeof text | undefined) => {
    const found = {
      is: 'opened',
      current,
      entry: { html: '<p>a</p>', at: 7 },
      hidden: '',
      erasedAt: 0,
    } as const
    return reduceTab(newTab, found).effects.map((effect) => 'base' in effect && [effect.do, effect.base])
  }
  expect([known(undefined), known(text)]).toEqual([[['record', 7]], [['addVersions', 7]]])
})

test('what is asked of a busy tab waits for its turn', () => {
  const waiting = askTab(at('changed', { ...busy, ...typed }), { is: 'flush' })
  expect([waiting.effects, waiting.tab.queue]).toEqual([[], [{ is: 'flush' }]])
  const { tab, effects } = reduceTab(waiting.tab, { is: 'versioned' })
  expect([tab.queue, effects.map((effect) => effect.do)]).toEqual([[], ['finish', 'stopTimer', 'record']])
})

test.each([
  ['what local storage holds of an erased letter', { html: '<p>borrada</p>', at: 7 }],
  ['what another tab has typed into it while it opened', { html: '<p>borrada, y más</p>', at: 9, since: 7 }],
])('%s is shown no longer, and what was typed in it goes too', (_, entry) => {
  const found = { is: 'opened', current: text, entry, hidden: '', erasedAt: 8 } as const
  const { tab, effects } = reduceTab({ ...newTab, ...typed }, found)
  expect([tab.isTyped, effects.map(wordOf)]).toEqual([false, ['show', 'addVersions prepared']])
  expect(effects[0]).toEqual({ do: 'show', ...text })
})
