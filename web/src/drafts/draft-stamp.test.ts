import { beforeEach, expect, test } from 'vitest'
import { draftStamper, stampOf } from './draft.ts'
import type { Store } from '../storage.ts'

let entries: Record<string, string>
let store: Store
const room = { left: true }
beforeEach(() => {
  entries = {}
  room.left = true
  store = {
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => void (entries[key] = value),
    removeItem: (key) => void delete entries[key],
  }
})
const put = (content: string) => {
  if (room.left) entries.letterContent = content
  return room.left
}

test('a text has the time it was changed at', () => {
  const stamper = draftStamper(store, '')
  expect(stampOf(store, '').at).toBeUndefined()
  stamper.stamped('<p>a</p>', 17, put)
  expect(stampOf(store, '<p>a</p>').at).toBe(17)
})

test('killed between stamp and text: the older text still has its own time', () => {
  const stamper = draftStamper(store, '')
  stamper.stamped('<p>a</p>', 17, put)
  stamper.stamped('<p>ab</p>', 18, () => true) // the text did not reach the disk
  expect([stampOf(store, '<p>a</p>').at, stampOf(store, '<p>ab</p>').at]).toEqual([17, 18])
})

test('refused texts change nothing of that, however many', () => {
  const stamper = draftStamper(store, '')
  stamper.stamped('<p>a</p>', 17, put)
  room.left = false
  stamper.stamped('<p>ab</p>', 18, put)
  stamper.stamped('<p>abc</p>', 19, put)
  expect(stampOf(store, '<p>a</p>').at).toBe(17)
  // The next visit begins with what the storage really holds.
  draftStamper(store, '<p>a</p>').stamped('<p>abcd</p>', 20, put)
  expect(stampOf(store, '<p>a</p>').at).toBe(17)
})

test('of a text somebody else put there it says nothing', () => {
  draftStamper(store, '').stamped('<p>a</p>', 17, put)
  expect(stampOf(store, '<p>otra</p>').at).toBeUndefined()
  entries.letterVersion = 'rubbish'
  expect(stampOf(store, '<p>a</p>').at).toBeUndefined()
})

test('it is as long for every time and text, so that a full storage can still change it', () => {
  const stamper = draftStamper(store, '')
  stamper.stamped('a', 1, put)
  const { length } = entries.letterVersion ?? ''
  stamper.stamped('a'.repeat(4_000_000), Date.parse('2026-11-21'), put)
  expect(entries.letterVersion).toHaveLength(length)
})

test('what is typed before the journal has opened keeps the time of the text it was typed into', () => {
  draftStamper(store, '').stamped('<p>a</p>', 17, put)
  const second = draftStamper(store, '<p>a</p>')
  second.stamped('<p>ab</p>', 18, put)
  expect(stampOf(store, '<p>ab</p>')).toEqual({ at: 18, since: 17 })
  const third = draftStamper(store, '<p>ab</p>')
  third.stamped('<p>abc</p>', 19, put)
  expect(stampOf(store, '<p>abc</p>')).toEqual({ at: 19, since: 17 })
  third.confirm()
  third.stamped('<p>abcd</p>', 20, put)
  expect(stampOf(store, '<p>abcd</p>')).toEqual({ at: 20 })
})
