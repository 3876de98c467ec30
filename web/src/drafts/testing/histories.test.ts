// @module-tag long
// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountTable } from '../draft-account.ts'
import { tabTable } from '../tab-table.ts'
import { runOf } from './histories.ts'
import type { Tables } from './browser.ts'

const numbers = fc.array(fc.nat(999), { minLength: 60, maxLength: 300, size: 'max' })
/** `PROPERTY_SEED` tries others, `HISTORIES=100000` as many. */
const numRuns = Number(import.meta.env['HISTORIES'] ?? 3000)
const property = (tables: Tables) =>
  fc.property(numbers, (chosen) => {
    const found = runOf(chosen, tables)
    if (found.length) throw new Error(found.join('; '))
  })

test('tabs that share a letter, another device and an account: no word is lost, none is written over unseen, none comes back, who shows another text knows, and the account is asked again only when it may be', () => {
  fc.assert(property({}), { numRuns, endOnFailure: true })
}, 600_000)

const { following, changed, older, taking } = tabTable
const mistakes: Record<string, Tables> = {
  'a tab gives way although something was typed there': {
    tab: { ...tabTable, changed: { ...changed, looked: following.looked } },
  },
  'a tab with an older text does not know what it overtakes': {
    tab: {
      ...tabTable,
      older: { ...older, flush: (tab, event) => tabTable.older.flush({ ...tab, base: undefined }, event) },
    },
  },
  'a tab is not told that its text is the older one': {
    tab: {
      ...tabTable,
      changed: { ...changed, parted: (tab) => changed.versioned(tab, { is: 'versioned' }) },
    },
  },
  'what was typed while the account’s text came gives way to it': {
    tab: {
      ...tabTable,
      taking: { ...taking, kept: (tab, event) => taking.kept({ ...tab, isTyped: false }, event) },
    },
  },
  'following another tab forgets what was just typed': {
    tab: {
      ...tabTable,
      older: { ...older, followed: (tab, event) => older.followed({ ...tab, isTyped: false }, event) },
    },
  },
  'a tab keeps its text where another one has erased it': {
    tab: { ...tabTable, changed: { ...changed, clear: changed.look, gone: changed.versioned } },
  },
  'the account’s text is not made a version before it is written over': {
    account: {
      ...accountTable,
      comparing: {
        ...accountTable.comparing,
        local(account, event) {
          const [next, ...effects] = accountTable.comparing.local(account, event)
          return [next, ...effects.filter((effect) => effect.do !== 'keepVersion')]
        },
      },
    },
  },
  'a text that the account refuses is sent again': {
    account: {
      ...accountTable,
      reading: {
        ...accountTable.reading,
        local: (account, event) => accountTable.reading.local({ ...account, refusedAt: undefined }, event),
      },
    },
  },
  'the account is asked again before it wants to be': {
    account: {
      ...accountTable,
      sending: {
        ...accountTable.sending,
        put(account, event) {
          const [next, ...effects] = accountTable.sending.put(account, event)
          return [next, ...effects.filter((effect) => effect.do !== 'stopTimer')]
        },
      },
    },
  },
  'a conflict counts as kept': {
    account: {
      ...accountTable,
      sending: {
        ...accountTable.sending,
        put: (account, { answer, ...event }) =>
          accountTable.sending.put(account, {
            ...event,
            answer: answer.ok ? answer : { ok: true, body: { version: (account.copy?.version ?? 0) + 1 } },
          }),
      },
    },
  },
}

test.each(Object.entries(mistakes))(
  'the random runs notice when %s',
  (_, tables) => {
    // Some are seen in every second history, the rarest in one of ten thousand.
    expect(fc.check(property(tables), { numRuns: 200_000, endOnFailure: true }).failed).toBe(true)
  },
  600_000,
)
