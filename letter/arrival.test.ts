import { expect, test } from 'vitest'
import { arrivalOn, isWorkingDay, readClosedDays, addDays, day, weekday, type Day } from './days.ts'

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** `Monday 2026-03-02`, and the calendar must agree. */
function dayNamed(text: string): Day {
  const [name, date = ''] = text.split(' ')
  expect(names[weekday(day(date))]).toBe(name)
  return day(date)
}

test.each([
  ['Monday 2026-03-02', 'Friday 2026-03-06', 'a plain week'],
  ['Tuesday 2026-03-03', 'Saturday 2026-03-07', 'the last calendar day may be a Saturday'],
  ['Wednesday 2026-03-04', 'Tuesday 2026-03-10', 'over a weekend'],
  ['Friday 2026-03-06', 'Thursday 2026-03-12', 'from the eve of a weekend'],
  ['Saturday 2026-03-07', 'Thursday 2026-03-12', 'from a Saturday'],
  ['Sunday 2026-03-08', 'Thursday 2026-03-12', 'from a Sunday'],
  ['Wednesday 2025-12-31', 'Thursday 2026-01-08', 'over New Year, a weekend and Epiphany'],
  ['Thursday 2026-04-30', 'Thursday 2026-05-07', 'over the first of May'],
  ['Thursday 2025-08-14', 'Thursday 2025-08-21', 'over the fifteenth of August, a Friday'],
  ['Friday 2026-10-09', 'Friday 2026-10-16', 'over the twelfth of October'],
  ['Thursday 2024-10-31', 'Thursday 2024-11-07', 'over All Saints, a Friday'],
  ['Friday 2026-12-04', 'Friday 2026-12-11', 'over the Immaculate Conception; the sixth is a Sunday'],
  ['Friday 2024-12-06', 'Thursday 2024-12-12', 'from a holiday'],
  ['Wednesday 2026-12-23', 'Wednesday 2026-12-30', 'over Christmas'],
])(
  '[4.30, 4.31, 9.6, 9.7, 9.8] a letter sent on %s arrives on %s: %s (specification, section 9)',
  (sent, arrives) => {
    expect(arrivalOn(dayNamed(sent), [])).toBe(dayNamed(arrives))
  },
)

test('over nine years no working day falls on a weekend, and the weekdays left out are the nine fixed holidays', () => {
  const skipped = new Set<string>()
  for (let date = day('2024-01-01'); date < day('2033-01-01'); date = addDays(date, 1)) {
    const isWeekend = weekday(date) === 0 || weekday(date) === 6
    if (isWeekend) expect(isWorkingDay(date, [])).toBe(false)
    else if (!isWorkingDay(date, [])) skipped.add(date.slice(5))
  }
  const nine = ['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25']
  expect([...skipped].toSorted()).toEqual(nine)
})

test('a closed day is no working day: a letter takes a day more over it, and none over one on a weekend', () => {
  const [monday, tuesday] = [dayNamed('Monday 2026-03-02'), dayNamed('Tuesday 2026-03-03')]
  expect(isWorkingDay(tuesday, [tuesday])).toBe(false)
  expect(arrivalOn(monday, [tuesday])).toBe(dayNamed('Saturday 2026-03-07'))
  expect(arrivalOn(monday, [dayNamed('Saturday 2026-03-07')])).toBe(dayNamed('Friday 2026-03-06'))
})

test('days stand with commas between them', () => {
  expect(readClosedDays('2026-12-24')).toEqual(['2026-12-24'])
  expect(readClosedDays('2026-12-24, 2027-01-05')).toEqual(['2026-12-24', '2027-01-05'])
})

test.each(['', '24-12', '2026-02-30', '2026-12-24 2027-01-05', '2026-12-24,', 'Navidad'])(
  '%j are no days',
  (text) => {
    expect(() => readClosedDays(text)).toThrow(RangeError)
  },
)
