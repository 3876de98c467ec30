import { expect, test } from 'vitest'
import { day } from '../day.ts'
import { inEuros } from './money.ts'
import { priceOn, totalLabel } from './price.ts'

const price = priceOn(day('2026-11-21'))

test('both readings of the specification stand, and the lines sum to what is charged (design.md#price-shown-is-charged)', () => {
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

test('a day before the first tariff stops instead of charging a guess', () => {
  expect(() => priceOn(day('2024-12-31'))).toThrow(RangeError)
  expect(priceOn(day('2025-01-01')).total).toBe(329)
})
