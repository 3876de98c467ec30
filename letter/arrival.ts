import { addDays, day, weekday, type Day } from './day.ts'

/** National holidays on a fixed date; Easter and regional days are left out (specification, section 9). */
const holidays = new Set(['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'])
const workingDays = 3
const calendarDays = 1

/** Days on which nothing is printed or posted, besides weekends and national holidays (`CLOSED_DAYS`). */
export type ClosedDays = readonly Day[]

/** Reads days with commas between them. @throws RangeError when one is no day of the calendar. */
export const readClosedDays = (text: string): ClosedDays => text.split(/\s*,\s*/).map(day)

export const isWorkingDay = (one: Day, closed: ClosedDays): boolean =>
  weekday(one) !== 0 && weekday(one) !== 6 && !holidays.has(one.slice(5)) && !closed.includes(one)

function nextWorkingDay(after: Day, closed: ClosedDays): Day {
  const next = addDays(after, 1)
  return isWorkingDay(next, closed) ? next : nextWorkingDay(next, closed)
}

/** The post brings ordinary letters on working days, whatever days we are closed: the last one until that day. */
export const broughtBy = (one: Day): Day => (isWorkingDay(one, []) ? one : broughtBy(addDays(one, -1)))
/** And the first one after it. */
export const broughtAfter = (one: Day): Day => nextWorkingDay(one, [])

/** The estimated day of arrival of a letter sent today; the one calendar day more may be a Saturday or a holiday. */
export function arrivalOn(today: Day, closed: ClosedDays): Day {
  let last = today
  for (let step = 0; step < workingDays; step++) last = nextWorkingDay(last, closed)
  return addDays(last, calendarDays)
}
