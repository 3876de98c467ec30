import { expect, onTestFinished, test } from 'vitest'
import { addDays, atHour, day, headingDate, longDate, madridDay, weekday } from './days.ts'

test.each([
  '2026-02-30',
  '2026-13-01',
  '2025-02-29',
  '21-11-2026',
  '2026-1-1',
  '2026-01-01T00:00',
  '',
  'hoy',
])('%j is no day', (text) => {
  expect(() => day(text)).toThrow(RangeError)
})

test.each([
  ['2026-11-21T22:59:59Z', '2026-11-21', 'winter, a second before midnight in Madrid'],
  ['2026-11-21T23:00:00Z', '2026-11-22', 'winter, midnight in Madrid'],
  ['2026-07-01T21:59:59Z', '2026-07-01', 'summer, a second before midnight in Madrid'],
  ['2026-07-01T22:00:00Z', '2026-07-02', 'summer, midnight in Madrid'],
  ['2026-12-31T23:30:00Z', '2027-01-01', 'the year turns in Madrid first'],
])('%s is %s in Spain (design/letter.md#today-is-madrid): %s', (instant, expected) => {
  expect(madridDay(new Date(instant))).toBe(expected)
})

test('however an engine puts a date together, it is the same day', () => {
  const dates = Intl.DateTimeFormat.prototype
  const own = Object.getOwnPropertyDescriptor(dates, 'format')!
  Object.defineProperty(dates, 'format', { configurable: true, get: () => () => '11/21/2026' })
  onTestFinished(() => void Object.defineProperty(dates, 'format', own))
  expect(madridDay(new Date('2026-11-21T12:00:00Z'))).toBe('2026-11-21')
})

test.each([
  ['2026-03-28', 1, '2026-03-29', 'a day of 23 hours'],
  ['2026-10-24', 2, '2026-10-26', 'over a day of 25 hours'],
  ['2024-02-28', 1, '2024-02-29', 'a leap year'],
  ['2026-01-01', -1, '2025-12-31', 'backwards'],
])('%s and %i days is %s: %s', (from, days, to) => {
  expect(addDays(day(from), days)).toBe(to)
})

test('a week starts on Sunday, number 0', () => {
  expect(['2026-11-22', '2026-11-23', '2026-11-28'].map((text) => weekday(day(text)))).toEqual([0, 1, 6])
})

test('dates are written in Spanish: long, and as the heading of the page (specification, section 2)', () => {
  expect(longDate(day('2026-11-21'))).toBe('21 de noviembre de 2026')
  expect(headingDate(day('2026-03-01'))).toBe('1 de Marzo 2026')
})

test.each([
  ['2026-11-23T16:30:00Z', 'a las 17:30'],
  ['2026-07-01T15:30:00Z', 'a las 17:30'],
  ['2026-11-23T00:05:00Z', 'a la 1:05'],
  ['2026-11-22T23:00:00Z', 'a las 0:00'],
  ['2026-11-23T10:00:00Z', 'a las 11:00'],
])('%s is %s in Spain', (instant, words) => {
  expect(atHour(new Date(instant))).toBe(words)
})
