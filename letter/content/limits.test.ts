import { expect, test } from 'vitest'
import { gramsOf, maxPages, sheetsOf } from './limits.ts'

test.each([
  [1, 1, 10.5],
  [2, 1, 10.5],
  [3, 2, 15.5],
  [4, 2, 15.5],
])('%i pages are %i sheets and weigh %d g', (pages, sheets, grams) => {
  expect(sheetsOf(pages)).toBe(sheets)
  expect(gramsOf(sheetsOf(pages))).toBe(grams)
})

test('the longest letter stays under 20 g, and one sheet more would not (design/sending.md#printable)', () => {
  expect(gramsOf(sheetsOf(maxPages))).toBeLessThanOrEqual(20)
  expect(gramsOf(sheetsOf(maxPages + 1))).toBeGreaterThan(20)
})
