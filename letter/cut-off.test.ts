// @module-tag deep
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isWorkingDay,
  lastCutOff,
  leavesAt,
  nextCutOff,
  readCutOff,
  type CutOff,
  addDays,
  day,
  madridDay,
} from './days.ts'

const halfPastFive: CutOff = { hour: 17, minute: 30 }

test.each([
  ['17:30', { hour: 17, minute: 30 }],
  ['00:00', { hour: 0, minute: 0 }],
  ['23:59', { hour: 23, minute: 59 }],
])('%s is a cut-off', (text, expected) => {
  expect(readCutOff(text)).toEqual(expected)
})

test.each(['', 'off', '24:00', '17:60', '7:30', '17.30', '17:30:00', '17:30 ', '-1:30', '１７:30'])(
  '%j is no cut-off',
  (text) => {
    expect(readCutOff(text)).toBeUndefined()
  },
)

test.each([
  ['Monday, winter, before', '2026-11-23T10:00:00Z', '2026-11-20T16:30:00Z', '2026-11-23T16:30:00Z'],
  ['a millisecond before', '2026-11-23T16:29:59.999Z', '2026-11-20T16:30:00Z', '2026-11-23T16:30:00Z'],
  ['at the cut-off itself', '2026-11-23T16:30:00Z', '2026-11-23T16:30:00Z', '2026-11-24T16:30:00Z'],
  ['a millisecond after', '2026-11-23T16:30:00.001Z', '2026-11-23T16:30:00Z', '2026-11-24T16:30:00Z'],
  ['Wednesday, summer', '2026-07-01T10:00:00Z', '2026-06-30T15:30:00Z', '2026-07-01T15:30:00Z'],
  ['Friday evening', '2026-11-20T18:00:00Z', '2026-11-20T16:30:00Z', '2026-11-23T16:30:00Z'],
  ['Saturday', '2026-11-21T12:00:00Z', '2026-11-20T16:30:00Z', '2026-11-23T16:30:00Z'],
  [
    'Tuesday in Madrid, Monday in UTC',
    '2026-11-23T23:30:00Z',
    '2026-11-23T16:30:00Z',
    '2026-11-24T16:30:00Z',
  ],
  // The night of 28 to 29 March 2026: from 2:00 to 3:00; the night of 24 to 25 October 2026: from 3:00 to 2:00.
  ['just before summer time', '2026-03-29T00:59:59Z', '2026-03-27T16:30:00Z', '2026-03-30T15:30:00Z'],
  ['just after summer time began', '2026-03-29T01:00:00Z', '2026-03-27T16:30:00Z', '2026-03-30T15:30:00Z'],
  [
    'the first hour of two, back to winter',
    '2026-10-25T00:30:00Z',
    '2026-10-23T15:30:00Z',
    '2026-10-26T16:30:00Z',
  ],
  ['the second hour of two', '2026-10-25T01:30:00Z', '2026-10-23T15:30:00Z', '2026-10-26T16:30:00Z'],
  [
    'the thirty-first of December, before',
    '2026-12-31T16:00:00Z',
    '2026-12-30T16:30:00Z',
    '2026-12-31T16:30:00Z',
  ],
  ['over New Year and a weekend', '2026-12-31T17:00:00Z', '2026-12-31T16:30:00Z', '2027-01-04T16:30:00Z'],
  ['the year turned in Madrid first', '2026-12-31T23:30:00Z', '2026-12-31T16:30:00Z', '2027-01-04T16:30:00Z'],
  ['Epiphany, a Wednesday', '2027-01-06T10:00:00Z', '2027-01-05T16:30:00Z', '2027-01-07T16:30:00Z'],
  ['Christmas, a Friday', '2026-12-25T10:00:00Z', '2026-12-24T16:30:00Z', '2026-12-28T16:30:00Z'],
  ['the first of May, a Friday', '2026-05-01T10:00:00Z', '2026-04-30T15:30:00Z', '2026-05-04T15:30:00Z'],
])(
  '%s: at %s the last cut-off was %s and the next is %s (design/letter.md#cut-off)',
  (_, now, last, next) => {
    expect(lastCutOff(new Date(now), halfPastFive).toISOString()).toBe(new Date(last).toISOString())
    expect(nextCutOff(new Date(now), halfPastFive).toISOString()).toBe(new Date(next).toISOString())
  },
)

test('a cut-off at midnight or a minute before is on the day it names, both sides of summer time', () => {
  const saturday = new Date('2026-03-28T12:00:00Z')
  expect(nextCutOff(saturday, { hour: 0, minute: 0 }).toISOString()).toBe('2026-03-29T22:00:00.000Z')
  expect(lastCutOff(saturday, { hour: 23, minute: 59 }).toISOString()).toBe('2026-03-27T22:59:00.000Z')
})

const wallClock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Madrid', timeStyle: 'medium' })

const instants = fc.date({
  min: new Date('2020-01-01T00:00:00Z'),
  max: new Date('2040-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const cutOffs = fc.record({
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  closed: fc.array(
    instants.map((instant) => madridDay(instant)),
    { maxLength: 50 },
  ),
})

test('at any moment: last ≤ now < next, both on a working day at that wall clock, none between', () => {
  fc.assert(
    fc.property(instants, cutOffs, (now, cutOff) => {
      const last = lastCutOff(now, cutOff)
      const next = nextCutOff(now, cutOff)
      expect(last.getTime()).toBeLessThanOrEqual(now.getTime())
      expect(next.getTime()).toBeGreaterThan(now.getTime())
      const { hour, minute, closed } = cutOff
      const written = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
      for (const instant of [last, next]) {
        expect(wallClock.format(instant)).toBe(written)
        expect(isWorkingDay(madridDay(instant), closed)).toBe(true)
      }
      for (let date = addDays(madridDay(last), 1); date < madridDay(next); date = addDays(date, 1))
        expect(isWorkingDay(date, closed)).toBe(false)
      expect(madridDay(last) < madridDay(next)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['no day, before the cut-off', '2026-11-23T10:00:00Z', null, '2026-11-23T16:30:00Z'],
  ['today, after the cut-off', '2026-11-23T17:00:00Z', '2026-11-23', '2026-11-24T16:30:00Z'],
  ['a working day', '2026-11-23T17:00:00Z', '2026-12-18', '2026-12-18T16:30:00Z'],
  ['a Saturday', '2026-11-23T10:00:00Z', '2026-11-28', '2026-11-30T16:30:00Z'],
  ['Christmas', '2026-11-23T10:00:00Z', '2026-12-25', '2026-12-28T16:30:00Z'],
  ['into summer time', '2027-03-01T10:00:00Z', '2027-03-28', '2027-03-29T15:30:00Z'],
  ['back into winter time', '2026-09-01T10:00:00Z', '2026-10-25', '2026-10-26T16:30:00Z'],
  ['a day that passed before it was paid', '2026-11-23T10:00:00Z', '2026-11-20', '2026-11-23T16:30:00Z'],
])(
  'for %s: paid at %s for %s, a letter leaves at %s (design/letter.md#posting-day)',
  (_, paidAt, postOn, leaves) => {
    const chosen = postOn === null ? null : day(postOn)
    expect(leavesAt(new Date(paidAt), chosen, halfPastFive)).toEqual(new Date(leaves))
  },
)

test.each([
  ['the eve, before', '2026-11-24T10:00:00Z', '2026-11-23T16:30:00Z', '2026-11-24T16:30:00Z'],
  ['the eve, after', '2026-11-24T17:00:00Z', '2026-11-24T16:30:00Z', '2026-11-26T16:30:00Z'],
  ['the closed day', '2026-11-25T17:00:00Z', '2026-11-24T16:30:00Z', '2026-11-26T16:30:00Z'],
  ['the day after', '2026-11-26T10:00:00Z', '2026-11-24T16:30:00Z', '2026-11-26T16:30:00Z'],
])('a closed day has no cut-off: %s, at %s, the last was %s and the next is %s', (_, now, last, next) => {
  const cutOff = { ...halfPastFive, closed: [day('2026-11-25')] }
  expect(lastCutOff(new Date(now), cutOff)).toEqual(new Date(last))
  expect(nextCutOff(new Date(now), cutOff)).toEqual(new Date(next))
})
