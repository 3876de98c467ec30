import { sql } from 'kysely'
import { after, type State, type Step } from '@lacre/letter/journey.ts'
import type { Tx } from '../../database/tables.ts'
import type { TakeStep } from '../../ports.ts'

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
 * The only writer of a letter's state: locks its row until the transaction ends, asks the journey, writes one row of
 * history. `cause` says who or what, and names nobody: 'sender', 'card-provider', 'operator', a job.
 * @throws StepNotAllowed; or Error when there is no such letter.
 */
export const takeStep: TakeStep = async (tx, { letterId, step, cause, now }) => {
  const letter = await tx
    .selectFrom('letter')
    .select('state')
    .where('id', '=', letterId)
    .forUpdate()
    .executeTakeFirst()
  if (!letter) throw new Error('no such letter')

  const state = after(letter.state, step)
  if (!state) throw new StepNotAllowed(letter.state, step)

  await tx.updateTable('letter').set({ state, state_since: now }).where('id', '=', letterId).execute()
  await recordStep(tx, { letterId, from: letter.state, to: state, step, cause, now })
  return state
}

/** The lock on the letter's row keeps the numbers without gaps. */
export async function recordStep(
  tx: Tx,
  row: { letterId: string; from: State | null; to: State; step: Step | 'freeze'; cause: string; now: Date },
): Promise<void> {
  const { letterId, from, to, step, cause, now } = row
  await tx
    .insertInto('letter_step')
    .values({
      letter_id: letterId,
      seq: sql<number>`(select coalesce(max(seq), 0) + 1 from letter_step where letter_id = ${letterId})`,
      at: now,
      from_state: from,
      to_state: to,
      step,
      cause,
    })
    .execute()
}
