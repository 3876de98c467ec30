import { describe, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { forgetDraft, keepDraft, loadDraft, settlePending } from './draft.ts'
import { keepPending, pendingLetter } from './pending-letter.ts'
import { browserStore, type Store } from '../storage.ts'

const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
const waiting = (content: string) => JSON.stringify({ content, ...addresses })

/** A storage of `room` characters, names included, like the browser's. */
function smallStore(
  entries: Record<string, string> = {},
  room = Infinity,
): Store & { entries: typeof entries } {
  const size = () => Object.entries(entries).reduce((sum, [key, value]) => sum + key.length + value.length, 0)
  return {
    entries,
    getItem: (key) => entries[key] ?? null,
    setItem(key, value) {
      const before = entries[key]
      entries[key] = value
      if (size() <= room) return
      if (before === undefined) delete entries[key]
      else entries[key] = before
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: (key) => delete entries[key],
  }
}
const forbidden: Store = {
  getItem: () => {
    throw new DOMException('no', 'SecurityError')
  },
  setItem: () => {
    throw new DOMException('no', 'SecurityError')
  },
  removeItem: () => {
    throw new DOMException('no', 'SecurityError')
  },
}

describe('the draft on load (specification, section 4)', () => {
  test.each([
    [
      'the pending letter first',
      { pendingLetter: waiting('<p>p</p>'), letterContent: '<p>d</p>' },
      '<p>p</p>',
    ],
    ['an empty pending letter is one too', { pendingLetter: waiting(''), letterContent: '<p>d</p>' }, ''],
    ['else the plain draft', { letterContent: '<p>d</p>' }, '<p>d</p>'],
    ['else empty', {}, ''],
  ])('%s', (_, entries, draft) => expect(loadDraft(smallStore(entries))).toBe(draft))

  test.each(['{', '17', 'null', '{"content":3}', '{"content":"<p>x</p>"}', '[]'])(
    'a pending letter that says %j is only logged, without its text',
    (text) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      expect(loadDraft(smallStore({ pendingLetter: text, letterContent: '<p>d</p>' }))).toBe('<p>d</p>')
      expect(log.mock.calls).toEqual([['The pending letter cannot be read']])
      log.mockRestore()
    },
  )
})

describe('each change is kept', () => {
  test('in the plain draft (specification, section 4)', () => {
    const store = smallStore()
    expect(keepDraft(store, '<p>a</p>')).toBe('whole')
    expect(store.entries).toEqual({ letterContent: '<p>a</p>' })
  })
  test('while a pending letter exists, in that letter; the plain draft is left alone (design/writing.md#pending-letter-edits)', () => {
    const store = smallStore({ pendingLetter: waiting('<p>p</p>'), letterContent: '<p>d</p>' })
    keepDraft(store, '<p>new</p>')
    expect(store.entries).toEqual({ pendingLetter: waiting('<p>new</p>'), letterContent: '<p>d</p>' })
  })
  test('a pending letter nobody can read keeps nothing: the plain draft does', () => {
    const store = smallStore({ pendingLetter: '{' })
    keepDraft(store, '<p>a</p>')
    expect(store.entries).toEqual({ pendingLetter: '{', letterContent: '<p>a</p>' })
  })
  test('a full storage keeps the words and lets the pictures go', () => {
    const store = smallStore({}, 200)
    const picture = `<img src="data:image/png;base64,${'A'.repeat(300)}" alt="a > b">`
    expect(keepDraft(store, `<p>mira ${picture} esto</p>`)).toBe('without-pictures')
    expect(store.entries.letterContent).toBe('<p>mira  esto</p>')
    expect(keepDraft(store, `<p>${'x'.repeat(300)}</p>`)).toBe('refused')
    expect(store.entries.letterContent).toBe('<p>mira  esto</p>')
  })
})

describe('when the payment opens (design/writing.md#pending-text-kept)', () => {
  test("the pending letter's text goes to the plain draft and the pending letter is gone", () => {
    const store = smallStore({ pendingLetter: waiting('<p>p</p>'), letterContent: '<p>old</p>' })
    settlePending(store)
    expect(store.entries).toEqual({ letterContent: '<p>p</p>' })
  })
  test('without a pending letter the draft stays', () => {
    const store = smallStore({ letterContent: '<p>d</p>' })
    settlePending(store)
    expect(store.entries).toEqual({ letterContent: '<p>d</p>' })
  })
  test('when its text does not fit the pending letter stays', () => {
    const store = smallStore({ pendingLetter: waiting('<p>p</p>') }, waiting('<p>p</p>').length + 20)
    settlePending(store)
    expect(pendingLetter(store)?.content).toBe('<p>p</p>')
  })
})

test('a letter that is erased goes from storage, but not what another tab has kept since', () => {
  const store = smallStore({ letterContent: '<p>a</p>', letterVersion: '1 2' })
  forgetDraft(store, '<p>b</p>')
  expect(loadDraft(store)).toBe('<p>a</p>')
  forgetDraft(store, '<p>a</p><img src="data:image/png;base64,AAAA">')
  expect(store.entries).toEqual({})
})

test('a storage that is forbidden or missing costs nothing but the keeping', () => {
  expect([loadDraft(forbidden), keepDraft(forbidden, '<p>a</p>')]).toEqual(['', 'refused'])
  expect(keepPending(forbidden, { content: '', ...addresses })).toBe(false)
  settlePending(forbidden)
  vi.stubGlobal('localStorage', undefined)
  expect(keepDraft(browserStore(), '<p>a</p>')).toBe('refused')
  vi.unstubAllGlobals()
})
