import { afterEach, describe, expect, test, vi } from 'vitest'
import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { forgetDraft, keepDraft, keepPending, loadDraft, pendingLetter, settlePending } from './draft.ts'
import { stubStorage } from './testing/stub-storage.ts'

const addresses = { originAddress: sampleSender, destinationAddress: sampleRecipient }
const waiting = (content: string) => JSON.stringify({ content, ...addresses })

afterEach(() => void vi.unstubAllGlobals())

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
  ])('[4.8] %s', (_, entries, draft) => {
    stubStorage(entries)
    expect(loadDraft()).toBe(draft)
  })

  test.each(['{', '17', 'null', '{"content":3}', '{"content":"<p>x</p>"}', '[]'])(
    '[4.8, 4.10, 8.12] a pending letter that says %j is only logged, without its text',
    (text) => {
      const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
      stubStorage({ pendingLetter: text, letterContent: '<p>d</p>' })
      expect(loadDraft()).toBe('<p>d</p>')
      expect(log.mock.calls).toEqual([['The pending letter cannot be read']])
      log.mockRestore()
    },
  )
})

describe('each change is stored', () => {
  test('[4.9] in the plain draft (specification, section 4)', () => {
    const entries = stubStorage()
    expect(keepDraft('<p>a</p>')).toBe('whole')
    expect(entries).toEqual({ letterContent: '<p>a</p>' })
  })
  test('[4.9] while a pending letter exists, in that letter; the plain draft is left alone (design/writing.md#pending-letter-edits)', () => {
    const entries = stubStorage({ pendingLetter: waiting('<p>p</p>'), letterContent: '<p>d</p>' })
    keepDraft('<p>new</p>')
    expect(entries).toEqual({ pendingLetter: waiting('<p>new</p>'), letterContent: '<p>d</p>' })
  })
  test('with an unreadable pending letter the plain draft is stored', () => {
    const entries = stubStorage({ pendingLetter: '{' })
    keepDraft('<p>a</p>')
    expect(entries).toEqual({ pendingLetter: '{', letterContent: '<p>a</p>' })
  })
  test('a full storage keeps the text without pictures', () => {
    const entries = stubStorage({}, 200)
    const picture = `<img src="data:image/png;base64,${'A'.repeat(300)}" alt="a > b">`
    expect(keepDraft(`<p>mira ${picture} esto</p>`)).toBe('without-pictures')
    expect(entries.letterContent).toBe('<p>mira  esto</p>')
    expect(keepDraft(`<p>${'x'.repeat(300)}</p>`)).toBe('refused')
    expect(entries.letterContent).toBe('<p>mira  esto</p>')
  })
})

describe('when the payment opens (design/writing.md#pending-text-kept)', () => {
  test("the pending letter's text goes to the plain draft and the pending letter is gone", () => {
    const entries = stubStorage({ pendingLetter: waiting('<p>p</p>'), letterContent: '<p>old</p>' })
    settlePending()
    expect(entries).toEqual({ letterContent: '<p>p</p>' })
  })
  test('without a pending letter the draft stays', () => {
    const entries = stubStorage({ letterContent: '<p>d</p>' })
    settlePending()
    expect(entries).toEqual({ letterContent: '<p>d</p>' })
  })
  test('when its text does not fit the pending letter stays', () => {
    stubStorage({ pendingLetter: waiting('<p>p</p>') }, waiting('<p>p</p>').length + 20)
    settlePending()
    expect(pendingLetter()?.content).toBe('<p>p</p>')
  })
})

test('erasing removes the letter, but not a text stored since by another tab', () => {
  const entries = stubStorage({ letterContent: '<p>a</p>', letterVersion: '1 2' })
  forgetDraft('<p>b</p>')
  expect(loadDraft()).toBe('<p>a</p>')
  forgetDraft('<p>a</p><img src="data:image/png;base64,AAAA">')
  expect(entries).toEqual({})
})

test.each([
  [
    'forbidden',
    () => {
      throw new DOMException('no', 'SecurityError')
    },
  ],
  ['missing', () => undefined],
])('with storage that is %s everything but storing works', (_, get) => {
  vi.stubGlobal('localStorage', undefined)
  Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
  expect([loadDraft(), keepDraft('<p>a</p>')]).toEqual(['', 'refused'])
  expect(keepPending({ content: '', ...addresses })).toBe(false)
  settlePending()
})
