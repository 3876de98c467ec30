import { isWorkingDay, addDays, day, madridDay, type Day } from '@lacre/letter/days.ts'
import { each, type Check } from './violation.ts'

/** The working day on which a letter for the chosen day leaves. */
const leavesOn = (chosen: Day): Day => (isWorkingDay(chosen, []) ? chosen : leavesOn(addDays(chosen, 1)))

/** No letter leaves before its chosen day. */
export const D1: Check = ({ snapshot }) => {
  const chosen = new Map(snapshot.letters.flatMap(({ id, post_on }) => (post_on ? [[id, day(post_on)]] : [])))
  return each(
    'D1',
    snapshot.steps.filter(({ step, letter_id }) => step === 'batch' && chosen.has(letter_id)),
    ({ letter_id, at }) => {
      const [left, due] = [madridDay(new Date(at)), leavesOn(chosen.get(letter_id)!)]
      return left < due && `left on ${left} and is for ${due}`
    },
    ({ letter_id }) => letter_id,
  )
}
