import { expect, test } from 'vitest'
import { day, arrivalFor, dayRefusal, dueOn, leavesOn } from './days.ts'

test.each([
  ['a Wednesday', '2026-11-25', '2026-11-25', '2026-11-25'],
  ['a Saturday', '2026-11-28', '2026-11-30', '2026-11-27'],
  ['a holiday, Tuesday', '2026-12-08', '2026-12-09', '2026-12-07'],
  ['Christmas, a Friday', '2026-12-25', '2026-12-28', '2026-12-24'],
  ['the Sunday the clocks change', '2027-03-28', '2027-03-29', '2027-03-26'],
])(
  '%s, %s: leaves on %s, and on it leaves what is for %s (design/letter.md#posting-day)',
  (_, chosen, leaves, due) => {
    expect(leavesOn(day(chosen), [])).toBe(leaves)
    expect(dueOn(day(chosen), [])).toBe(due)
  },
)

test.each([
  ['for a closed day, Wednesday', '2026-11-25', '2026-11-26', '2026-11-24'],
  ['for Friday, closed until Monday', '2026-11-27', '2026-12-01', '2026-11-26'],
])('%s: leaves on the next that is open, as over a holiday', (_, chosen, leaves, due) => {
  const closed = ['2026-11-25', '2026-11-27', '2026-11-30'].map(day)
  expect(leavesOn(day(chosen), closed)).toBe(leaves)
  expect(dueOn(day(chosen), closed)).toBe(due)
})

test.each([
  ['2026-11-21', 'day-passed'],
  ['2026-11-22', undefined],
  ['2027-02-20', undefined],
  ['2027-02-21', 'day-too-far'],
])('on 22 November, 90 days ahead: %s is %s', (chosen, refusal) => {
  expect(dayRefusal(day(chosen), { today: day('2026-11-22'), ahead: 90 })).toBe(refusal)
})

test.each([
  ['as soon as possible', null, '2026-11-26'],
  ['today', '2026-11-22', '2026-11-26'],
  ['a day that has passed', '2026-11-20', '2026-11-26'],
  ['Monday', '2026-11-23', '2026-11-27'],
  ['Saturday, so Monday', '2026-11-28', '2026-12-04'],
])('a letter for %s, said on Sunday 22 November, is expected on %s', (_, chosen, arrival) => {
  expect(arrivalFor(chosen === null ? null : day(chosen), day('2026-11-22'), [])).toBe(arrival)
})
