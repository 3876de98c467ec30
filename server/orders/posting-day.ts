import { nextCutOff, madridDay, dayRefusal, type PostingDay } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { isCancellable } from './cancel.ts'
import { type Problem, problemOfDay } from '../typesetting/problems.ts'
import { findOwn, lockLetter, setDay } from '../letters/letters-table.ts'
import type { World } from '../world.ts'

export type ChangeDayRefusal = 'not-found' | Exclude<State, 'frozen' | 'paid'>

/**
 * Another day for a letter, until its batch closes (design.md#posting-day). A paid one is never for a day whose cut-off
 * is over: a closing that comes late would take it, though its sender was just told the next one.
 */
export async function changeDay(
  { db, clock, cutOff, postAhead }: Pick<World, 'db' | 'clock' | 'cutOff' | 'postAhead'>,
  accountId: string,
  letterId: string,
  chosen: PostingDay,
): Promise<'changed' | ChangeDayRefusal | Problem> {
  const now = clock.now()
  const today = madridDay(now)
  const refusal = chosen && dayRefusal(chosen, { today, ahead: postAhead })
  if (refusal) return problemOfDay(refusal, postAhead)
  if (!(await findOwn(db, accountId, letterId))) return 'not-found'

  const first = madridDay(cutOff ? nextCutOff(now, cutOff) : now)
  return db.transaction().execute(async (tx) => {
    const letter = await lockLetter(tx, letterId)
    if (!letter) return 'not-found'
    if (!isCancellable(letter.state)) return letter.state
    const isLate = letter.state === 'paid' && (chosen ?? today) < first
    await setDay(tx, letterId, isLate ? first : chosen)
    return 'changed'
  })
}
