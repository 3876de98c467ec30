import { expect, test } from 'vitest'
import { day } from '../days.ts'
import { firstPrices, priceOn, sumLines } from './price.ts'

const { lines, total } = priceOn(day('2026-11-21'), firstPrices)

test('of one letter its own lines', () => {
  expect(sumLines([lines])).toEqual(lines)
})

test('of several each line once, with how many, and the sum of the letters (design/money.md#orders)', () => {
  const postageAlone = lines.filter(({ code }) => code === 'postage')
  const summed = sumLines([lines, postageAlone, lines])
  expect(summed.map(({ label, cents }) => [label, cents])).toEqual([
    ['Franqueo nacional ordinario × 3', 267],
    ['Servicio (impresión, materiales, manipulación y puesta en Correos) × 2', 700],
    ['Descuento de lanzamiento × 2', -220],
  ])
  expect(summed.reduce((sum, { cents }) => sum + cents, 0)).toBe(2 * total + 89)
})
