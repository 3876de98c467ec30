import { type CutOff, madridDay } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { mayRest, restsTooLong } from './resting.ts'
import { isDue } from '../database/queries/due-letters.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'

export type StuckLetter = { id: string; state: State; since: Date }

const limited = keysOf(mayRest).filter((state) => mayRest[state] !== undefined)

/** Letters that rest longer than they may and that nobody has been told of, the oldest first. */
export async function stuckLetters({
  db,
  clock,
  cutOff,
}: {
  db: Db
  clock: Clock
  cutOff: CutOff | undefined
}): Promise<StuckLetter[]> {
  const now = clock.now()
  const rows = await db
    .selectFrom('letter')
    .select(['id', 'state', 'state_since as since', 'post_on as postOn'])
    .where('state', 'in', limited)
    .where((eb) => eb.or([eb('state', '<>', 'paid'), isDue(madridDay(now))]))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('concern')
            .select('concern.id')
            .whereRef('concern.letter_id', '=', 'letter.id')
            .where('settled_at', 'is', null),
        ),
      ),
    )
    .orderBy('state_since')
    .execute()
  return rows.filter((letter) => restsTooLong(letter, { now, cutOff }))
}
