// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents, inEuros, inMoney, sum } from './money.ts'

test.each([
  [329, '3,29 €'],
  [-110, '−1,10 €'],
  [0, '0,00 €'],
  [5, '0,05 €'],
  [123_456_789, '1.234.567,89 €'],
])('%i cents are written %j (specification, section 9)', (amount, written) => {
  expect(inEuros(cents(amount))).toBe(written)
})

test.each([3.29, 0.1 + 0.2, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  '%d is no amount of money',
  (amount) => {
    expect(() => cents(amount)).toThrow(RangeError)
  },
)

test.each([
  [328, 'usd', '3,28 US$'],
  [328, 'jpy', '328 JPY'],
])('%i of %s are written %j', (amount, currency, written) => {
  expect(inMoney(amount, currency)).toBe(written)
})

test('a sum is exact in any order', () => {
  const amounts = fc.array(fc.integer({ min: -1e9, max: 1e9 }).map(cents))
  fc.assert(fc.property(amounts, (some) => sum(some) === sum(some.toReversed())))
  expect(sum([])).toBe(0)
})
