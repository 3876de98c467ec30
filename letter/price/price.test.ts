import { expect, test } from 'vitest'
import { day } from '../days.ts'
import { cents, inEuros } from './money.ts'
import { firstPrices, postageOf, priceOn, totalLabel, type PriceRow } from './price.ts'

const price = priceOn(day('2026-11-21'), firstPrices)

test('both readings of the specification stand, and the lines sum to what is charged (design/money.md#price-shown-is-charged)', () => {
  expect(price.lines.map(({ code, cents }) => [code, inEuros(cents)])).toEqual([
    ['postage', '0,89 €'],
    ['service', '3,50 €'],
    ['launch-discount', '−1,10 €'],
  ])
  expect(inEuros(price.total)).toBe('3,29 €')
  expect(price.lines.reduce((total, line) => total + line.cents, 0)).toBe(price.total)
})

test('every line has a label a person can read, and the total says that taxes are in it', () => {
  for (const { label } of price.lines) expect(label).toMatch(/^[A-ZÁÉÍÓÚ]/)
  expect(price.lines.at(-1)?.label).toBe('Descuento de lanzamiento')
  expect(totalLabel).toBe('Total (IVA incluido)')
})

test('what is sent again costs its postage and nothing else (design/letter.md#came-back)', () => {
  expect(postageOf(price)).toEqual({ lines: [price.lines[0]], total: 89, currency: 'eur' })
})

test('a day before the first tariff stops instead of charging a guess', () => {
  expect(() => priceOn(day('2024-12-31'), firstPrices)).toThrow(RangeError)
  expect(priceOn(day('2025-01-01'), firstPrices).total).toBe(329)
})

test('each part costs what its newest row says that has begun, in whatever order they were added; nothing is no line', () => {
  const row = (from: string, code: PriceRow['code'], amount: number): PriceRow => ({
    from: day(from),
    code,
    cents: cents(amount),
  })
  const rows = [
    row('2028-01-01', 'postage', 99),
    row('2027-01-01', 'postage', 96),
    row('2027-06-01', 'launch-discount', 0),
    ...firstPrices,
  ]
  const totals = ['2026-12-31', '2027-01-01', '2027-05-31', '2027-06-01', '2028-01-01'].map(
    (on) => priceOn(day(on), rows).total,
  )
  expect(totals).toEqual([329, 336, 336, 446, 449])
  expect(priceOn(day('2027-06-01'), rows).lines.map(({ code }) => code)).toEqual(['postage', 'service'])
})
