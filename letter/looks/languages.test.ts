import { expect, test } from 'vitest'
import { day } from '../days.ts'
import { dateLine, type Language } from './languages.ts'

test.each<[Language, string, string]>([
  ['es', '2026-05-03', 'Girona, 3 de mayo de 2026'],
  ['ca', '2026-05-03', 'Girona, 3 de maig de 2026'],
  ['ca', '2026-04-01', 'Girona, 1 d’abril de 2026'],
  ['ca', '2026-08-31', 'Girona, 31 d’agost de 2026'],
  ['ca', '2026-10-12', 'Girona, 12 d’octubre de 2026'],
  ['gl', '2026-10-12', 'Girona, 12 de outubro de 2026'],
  ['eu', '2026-05-03', 'Girona, 2026ko maiatzaren 3a'],
  ['eu', '2026-01-11', 'Girona, 2026ko urtarrilaren 11'],
  ['eu', '2025-12-31', 'Girona, 2025eko abenduaren 31'],
  ['eu', '2027-08-21', 'Girona, 2027ko abuztuaren 21a'],
  ['eu', '2030-03-10', 'Girona, 2030eko martxoaren 10a'],
  ['eu', '2031-03-10', 'Girona, 2031ko martxoaren 10a'],
  ['en', '2026-05-03', 'Girona, 3 May 2026'],
  ['fr', '2026-05-03', 'Girona, le 3 mai 2026'],
  ['fr', '2026-08-01', 'Girona, le 1er août 2026'],
  ['de', '2026-03-03', 'Girona, 3. März 2026'],
  ['pt', '2026-05-03', 'Girona, 3 de maio de 2026'],
])('%s, %s: %s', (language, on, line) => {
  expect(dateLine(language, 'Girona', day(on))).toBe(line)
})

test('without a town the day stands alone', () => {
  expect(dateLine('ca', '', day('2026-04-01'))).toBe('1 d’abril de 2026')
})
