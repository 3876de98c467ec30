import { addDays, weekday, type Day } from './day.ts'

/** National holidays on a fixed date; Easter and regional days are left out (specification, section 9). */
const holidays = new Set(['01-01', '01-06', '05-01', '08-15', '10-12', '11-01', '12-06', '12-08', '12-25'])
const workingDays = 3
const calendarDays = 1

export const isWorkingDay = (day: Day): boolean =>
  weekday(day) !== 0 && weekday(day) !== 6 && !holidays.has(day.slice(5))

function nextWorkingDay(after: Day): Day {
  const next = addDays(after, 1)
  return isWorkingDay(next) ? next : nextWorkingDay(next)
}

/** The estimated day of arrival of a letter sent today; the one calendar day more may be a Saturday or a holiday. */
export function arrivalOn(today: Day): Day {
  let day = today
  for (let step = 0; step < workingDays; step++) day = nextWorkingDay(day)
  return addDays(day, calendarDays)
}
