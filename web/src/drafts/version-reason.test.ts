// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBlank, reasonForVersion } from './version-reason.ts'

const since = { at: 0, settledAt: 0 }
const reason = (before: string, next: string) =>
  reasonForVersion({ ...since, html: before }, { at: 1, html: next })
const plain = (html: string) => html.replace(/<[^>]*>/g, ' ').replaceAll('&nbsp;', ' ')

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p>&nbsp; <br></p><ul><li>\n</li></ul>', true],
  ['<p>&nbsp;a</p>', false],
  ['<hr>', false],
  ['<p><img src="picture:1"></p>', false],
])('%s: whether it is blank', (html, isSo) => {
  expect(isBlank(html)).toBe(isSo)
})

test('a text becomes a version before most of it is deleted, anywhere in the letter (design/writing.md#no-word-is-lost)', () => {
  const piece = fc.constantFrom(
    '<p>',
    '</p>',
    '<b>',
    '</b>',
    '<img src="a">',
    '&nbsp;',
    'a',
    'ñ',
    ' ',
    'la mesa ',
  )
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, text, text, (start, before, next, end) => {
      const [one, other] = [start + before + end, start + next + end]
      fc.pre(!isBlank(one))
      const lost = plain(one).length - plain(other).length
      const isMost = lost > 40 && lost > plain(one).length / 2
      expect(reason(one, other)).toBe(isMost ? 'big-change' : undefined)
    }),
    { numRuns: 2000 },
  )
})
