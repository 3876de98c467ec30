import { isWorkingDay } from '../../letter/arrival.ts'
import { addDays, day, madridDay, type Day } from '../../letter/day.ts'
import { each, groupBy, type Check } from './violation.ts'

/** What is for a day on which nothing is posted leaves on the next. */
const leavesOn = (chosen: Day): Day => (isWorkingDay(chosen, []) ? chosen : leavesOn(addDays(chosen, 1)))

/** Nobody's letter leaves before the day it is for. */
export const D1: Check = ({ house }) => {
  const chosen = new Map(house.letters.flatMap(({ id, post_on }) => (post_on ? [[id, day(post_on)]] : [])))
  return each(
    'D1',
    house.steps.filter(({ step, letter_id }) => step === 'batch' && chosen.has(letter_id)),
    ({ letter_id, at }) => {
      const [left, due] = [madridDay(new Date(at)), leavesOn(chosen.get(letter_id)!)]
      return left < due && `left on ${left} and is for ${due}`
    },
    ({ letter_id }) => letter_id,
  )
}

/** What came back goes once more at most, for the postage alone. */
export const A1: Check = ({ house }, facts) => {
  const cameBack = new Set(
    house.steps.flatMap(({ step, letter_id }) => (step === 'return' ? [letter_id] : [])),
  )
  const seconds = groupBy(
    house.letters.filter(({ again_of }) => again_of !== null),
    ({ again_of }) => again_of!,
  )
  return each(
    'A1',
    seconds,
    ([first, letters]) => {
      if (!cameBack.has(first)) return 'is sent again and never came back'
      const dear = letters.find(({ total_cents, postage }) => total_cents !== postage)
      if (dear) return `is sent again for ${dear.total_cents} where the postage is ${dear.postage}`
      const printed = letters.reduce((sum, { id }) => sum + (facts.printsOf.get(id) ?? 0), 0)
      return printed > 1 && `is printed again ${printed} times`
    },
    ([first]) => first,
  )
}
