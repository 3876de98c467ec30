// @module-tag deep
import { addDays, arrivalFor, day, isWorkingDay } from '@lacre/letter/days.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstDeliveryAfter, lastDeliveryBy, leaveToArrive } from './day-dialog.tsx'

test.each([
  ['Wednesday', '2026-12-23', '2026-12-23', '2026-12-24'],
  ['Christmas, a Friday', '2026-12-25', '2026-12-24', '2026-12-28'],
  ['a Sunday that is a holiday', '2026-12-06', '2026-12-04', '2026-12-07'],
])('around %s, %s, the last delivery is on %s and the next on %s', (_, wished, last, first) => {
  expect([lastDeliveryBy(day(wished)), firstDeliveryAfter(day(wished))]).toEqual([last, first])
})

test.each([
  ['before Christmas', '2026-12-24', '2026-12-18'],
  ['on a Sunday, when nothing comes', '2026-12-06', '2026-12-01'],
  ['as early as it can', '2026-11-26', '2026-11-22'],
  ['too soon', '2026-11-25', undefined],
])('to arrive %s (%s) it leaves on %s', (_, wished, chosen) => {
  expect(leaveToArrive(day(wished), day('2026-11-22'), [])).toBe(chosen)
})

test('the posting day is the last one with an estimated arrival in time', () => {
  const days = fc.integer({ min: 0, max: 3000 }).map((count) => addDays(day('2026-01-01'), count))
  const closings = fc.array(days, { maxLength: 400 })
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 100 }), closings, (today, ahead, closed) => {
      const wished = addDays(today, ahead)
      const chosen = leaveToArrive(wished, today, closed)
      if (!chosen) {
        expect(arrivalFor(null, today, closed) > wished).toBe(true)
        return
      }
      expect(arrivalFor(chosen, today, closed) <= wished).toBe(true)
      let next = addDays(chosen, 1)
      while (!isWorkingDay(next, closed)) next = addDays(next, 1)
      expect(arrivalFor(next, today, closed) > wished).toBe(true)
    }),
  )
})
