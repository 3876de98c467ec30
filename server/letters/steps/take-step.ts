import { sql } from 'kysely'
import { after, type State, type Step } from '@lacre/letter/journey.ts'
import type { Tx } from '../../database/tables.ts'
import type { TakeStep, TakeSteps } from '../../ports.ts'

/** The journey forbids it now (letter/journey.ts): the caller's transaction must change nothing. */
export class StepNotAllowed extends Error {
  override name = 'StepNotAllowed'
  state: State
  step: Step

  constructor(state: State, step: Step) {
    super(`${step} is no step of a letter that is ${state}`)
    this.state = state
    this.step = step
  }
}

/**
 * The only writer of letters' states: locks their rows until the transaction ends, asks the journey, writes a row of
 * history for each. `cause` says who or what, and names nobody: 'sender', 'card-provider', 'operator', a job.
 * @throws StepNotAllowed; or Error when there is no such letter.
 */
export const takeSteps: TakeSteps = async (tx, { letterIds, step, cause, now }) => {
  const letters = await tx
    .selectFrom('letter')
    .select(['id', 'state'])
    .where('id', 'in', letterIds)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (letters.length !== letterIds.length) throw new Error('no such letter')

  const moves = letters.map(({ id, state: from }) => {
    const to = after(from, step)
    if (!to) throw new StepNotAllowed(from, step)
    return { letterId: id, from, to }
  })
  for (const state of new Set(moves.map(({ to }) => to))) {
    const ids = moves.filter(({ to }) => to === state).map(({ letterId }) => letterId)
    await tx.updateTable('letter').set({ state, state_since: now }).where('id', 'in', ids).execute()
  }
  await recordSteps(tx, moves, { step, cause, now })
}

export const takeStep: TakeStep = (tx, { letterId, ...step }) =>
  takeSteps(tx, { letterIds: [letterId], ...step })

type Move = { letterId: string; from: State | null; to: State }
type Reason = { step: Step | 'freeze'; cause: string; now: Date }

/** The locks on the letters' rows keep the numbers without gaps. */
export async function recordSteps(tx: Tx, moves: Move[], { step, cause, now }: Reason): Promise<void> {
  const [ids, from, to] = [
    moves.map(({ letterId }) => letterId),
    moves.map((move) => move.from),
    moves.map((move) => move.to),
  ]
  await sql`
    insert into letter_step (letter_id, seq, at, from_state, to_state, step, cause)
    select move.id, (select coalesce(max(seq), 0) + 1 from letter_step where letter_id = move.id), ${now}, "from", "to", ${step}, ${cause}
    from unnest(${ids}::uuid[], ${from}::text[], ${to}::text[]) as move (id, "from", "to")`.execute(tx)
}
