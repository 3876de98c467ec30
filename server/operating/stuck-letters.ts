import {
  type CutOff,
  days,
  earlier,
  hours,
  lateClosing,
  leavesAt,
  madridDay,
  milliseconds,
  type PostingDay,
} from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { unpaidFor } from '@lacre/letter/kept-for.ts'
import { keysOf } from '@lacre/letter/keys-of.ts'
import { isDue } from '../database/queries.ts'
import type { Db } from '../database/tables.ts'
import type { Clock } from '../outside/clock.ts'

/** Milliseconds; undefined: no limit. A step by an operator may take a long weekend with holidays. */
export const mayRest = {
  /** It expires by itself by then, plus a day for a provider that did not answer. */
  frozen: milliseconds(unpaidFor + days(1)),
  paid: days(6),
  batched: days(6),
  printed: days(6),
  posted: undefined,
  returned: undefined,
  cancelled: undefined,
  expired: undefined,
  /** Stopping a letter raises an issue in the same transaction. */
  'needs-person': hours(1),
} as const satisfies Record<State, number | undefined>

/** Whether a letter has been in `state` since `since` for too long. A paid one waits for its day or its cut-off. */
export function restsTooLong(
  { state, since, postOn }: { state: State; since: Date; postOn: PostingDay },
  { now, cutOff }: { now: Date; cutOff: CutOff | undefined },
): boolean {
  const limit = mayRest[state]
  if (limit === undefined) return false
  if (state === 'paid' && cutOff) return leavesAt(since, postOn, cutOff) <= earlier(now, lateClosing)
  const day = state === 'paid' && postOn ? Date.parse(postOn) : 0
  return now.getTime() - Math.max(since.getTime(), day) > limit
}

type StuckLetter = { id: string; state: State; since: Date }

const limited = keysOf(mayRest).filter((state) => mayRest[state] !== undefined)

/** Letters past their limit without an issue, oldest first. */
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
            .selectFrom('issue')
            .select('issue.id')
            .whereRef('issue.letter_id', '=', 'letter.id')
            .where('settled_at', 'is', null),
        ),
      ),
    )
    .orderBy('state_since')
    .execute()
  return rows.filter((letter) => restsTooLong(letter, { now, cutOff }))
}
