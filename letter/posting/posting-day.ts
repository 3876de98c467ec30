import { arrivalOn, isWorkingDay, type ClosedDays } from '../arrival.ts'
import { addDays, day, type Day } from '../day.ts'

/** The day a letter is to leave, as its sender chose it; null: as soon as possible (design.md#posting-day). */
export type PostingDay = Day | null

/** As it stands in a call. @throws RangeError when it is no day of the calendar. */
export const postingDay = (text: string | null | undefined): PostingDay => (text ? day(text) : null)

/** Nothing is posted on other days: the chosen day itself, or the next working day. */
export const leavesOn = (chosen: Day, closed: ClosedDays): Day =>
  isWorkingDay(chosen, closed) ? chosen : leavesOn(addDays(chosen, 1), closed)

/** The newest working day. On `today` letters leave that are for it or for a day before; no others. */
export const dueOn = (today: Day, closed: ClosedDays): Day =>
  isWorkingDay(today, closed) ? today : dueOn(addDays(today, -1), closed)

/** Why a letter cannot be for `chosen`. `ahead`: how many days from today may be chosen. */
export function dayRefusal(
  chosen: Day,
  { today, ahead }: { today: Day; ahead: number },
): 'day-passed' | 'day-too-far' | undefined {
  if (chosen < today) return 'day-passed'
  return chosen > addDays(today, ahead) ? 'day-too-far' : undefined
}

/** The estimated arrival of a letter that is for `chosen`; a day that has passed counts as none. */
export const arrivalFor = (chosen: PostingDay, today: Day, closed: ClosedDays): Day =>
  arrivalOn(chosen && chosen > today ? leavesOn(chosen, closed) : today, closed)

/** The last day to leave on, for an estimated arrival by `wished`; undefined: it is too late for that. */
export function leaveToArrive(wished: Day, today: Day, closed: ClosedDays): Day | undefined {
  for (let chosen = wished; chosen >= today; chosen = addDays(chosen, -1))
    if ((chosen === today || isWorkingDay(chosen, closed)) && arrivalFor(chosen, today, closed) <= wished)
      return chosen
  return undefined
}
