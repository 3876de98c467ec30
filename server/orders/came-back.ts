import { backFrom, madridDay } from '@lacre/letter/days.ts'
import { returnedToSender } from '@lacre/letter/print-room/reasons.ts'
import { givenBackLetters } from '../database/queries.ts'
import { findOwn, findWords, type LetterRow, lockLetter } from '../letters/letters-table.ts'
import { noteReturn } from '../letters/steps.ts'
import type { World } from '../world.ts'

type ReturnableDeps = Pick<World, 'db' | 'clock' | 'closedDays'>

/**
 * The letters their senders may report as returned: from five working days after posting, once in a chain of letters
 * (design/letter.md#came-back). `state_since` of a posted letter is when it was posted.
 */
export async function findReturnable(
  { db, clock, closedDays }: ReturnableDeps,
  letters: LetterRow[],
): Promise<Set<string>> {
  const today = madridDay(clock.now())
  const ids = letters
    .filter(({ state, again_of, state_since }) => {
      if (state !== 'posted' || again_of) return false
      return backFrom(madridDay(state_since), closedDays) <= today
    })
    .map(({ id }) => id)
  if (!ids.length) return new Set()
  const givenBack = await givenBackLetters(db).where('letter_id', 'in', ids).execute()
  return new Set(ids).difference(new Set(givenBack.map(({ letter_id }) => letter_id)))
}

export type CameBackRefusal = 'not-found' | 'not-returnable'

/** The sender reports that the post brought the letter back. Idempotent. */
export async function reportReturn(
  deps: ReturnableDeps,
  accountId: string,
  letterId: string,
): Promise<'returned' | CameBackRefusal> {
  if (!(await findOwn(deps.db, accountId, letterId))) return 'not-found'
  return deps.db.transaction().execute(async (tx) => {
    const letter = await lockLetter(tx, letterId)
    if (!letter) return 'not-found'
    if (letter.state === 'returned') return 'returned'
    const isReturnable = (await findReturnable({ ...deps, db: tx }, [letter])).has(letterId)
    if (!isReturnable || !(await findWords(tx, letterId))) return 'not-returnable'
    await noteReturn(tx, { letterId, reason: returnedToSender, cause: 'sender', now: deps.clock.now() })
    return 'returned'
  })
}
