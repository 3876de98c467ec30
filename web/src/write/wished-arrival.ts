import { addDays, arrivalFor, type ClosedDays, type Day, isWorkingDay } from '@lacre/letter/days.ts'

/** The last delivery day until `one`. The post delivers on working days, also when we are closed. */
export const lastDeliveryBy = (one: Day): Day =>
  isWorkingDay(one, []) ? one : lastDeliveryBy(addDays(one, -1))
export function firstDeliveryAfter(one: Day): Day {
  const next = addDays(one, 1)
  return isWorkingDay(next, []) ? next : firstDeliveryAfter(next)
}

/** The last posting day for an estimated arrival by `wished`; undefined: too late. */
export function leaveToArrive(wished: Day, today: Day, closed: ClosedDays): Day | undefined {
  for (let chosen = wished; chosen >= today; chosen = addDays(chosen, -1))
    if ((chosen === today || isWorkingDay(chosen, closed)) && arrivalFor(chosen, today, closed) <= wished)
      return chosen
  return undefined
}
