import { addDays, arrivalFor, type ClosedDays, type Day, isWorkingDay } from '@lacre/letter/days.ts'

/** The post brings ordinary letters on working days, whatever days we are closed: the last one until that day. */
export const broughtBy = (one: Day): Day => (isWorkingDay(one, []) ? one : broughtBy(addDays(one, -1)))
/** And the first one after it. */
export function broughtAfter(one: Day): Day {
  const next = addDays(one, 1)
  return isWorkingDay(next, []) ? next : broughtAfter(next)
}

/** The last day to leave on, for an estimated arrival by `wished`; undefined: it is too late for that. */
export function leaveToArrive(wished: Day, today: Day, closed: ClosedDays): Day | undefined {
  for (let chosen = wished; chosen >= today; chosen = addDays(chosen, -1))
    if ((chosen === today || isWorkingDay(chosen, closed)) && arrivalFor(chosen, today, closed) <= wished)
      return chosen
  return undefined
}
