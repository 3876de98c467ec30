import { after, type State, type Step } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'
import type { World } from '../world.ts'
import { queueMail } from '../mail/outbox.ts'

/** A step of a letter. `cause` says who or what took it, and names nobody: 'sender', 'card-provider', 'operator', a job. */
type Transition = { letterId: string; step: Step; cause: string; now: Date }
/** A transition without its step, which the function's name gives. */
type StepContext = Omit<Transition, 'step'>
/** The same of several letters: of all, or of none. */
export type SharedStepContext = Omit<StepContext, 'letterId'> & { letterIds: string[] }

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

/** The only writer of letters' states: locks, asks the journey, writes history. @throws StepNotAllowed */
export async function takeSteps(
  tx: Tx,
  { letterIds, step, cause, now }: SharedStepContext & { step: Step },
): Promise<void> {
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

export const takeStep = (tx: Tx, { letterId, ...step }: Transition): Promise<void> =>
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

/** False when the letter went another way meanwhile: then there is nothing left to do. */
export async function stepIfAllowed(db: Db, transition: Transition): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => takeStep(tx, transition))
    return true
  } catch (error) {
    if (error instanceof StepNotAllowed) return false
    throw error
  }
}

/** A letter that was printed again after it had been posted is left out: its sender got the mail then. */
export async function findNeverPosted(tx: Tx, letterIds: string[]): Promise<string[]> {
  const posted = await tx
    .selectFrom('letter_step')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('step', '=', 'post')
    .execute()
  const postedBefore = new Set(posted.map(({ letter_id }) => letter_id))
  return letterIds.filter((id) => !postedBefore.has(id))
}

type Return = StepContext & { reason: string }

/** The post brought it back. @throws StepNotAllowed */
export async function noteReturn(tx: Tx, { reason, ...context }: Return): Promise<void> {
  await takeStep(tx, { ...context, step: 'return' })
  await tx.updateTable('letter').set({ return_reason: reason }).where('id', '=', context.letterId).execute()
}

/** The post brought it back to us, and its sender gets a mail that says why. @throws StepNotAllowed */
export async function returnLetter(
  deps: Pick<World, 'clock' | 'random'>,
  tx: Tx,
  returned: Return,
): Promise<void> {
  await noteReturn(tx, returned)
  const { letterId, reason } = returned
  await queueMail(deps, tx, { kind: 'returned', data: { letterId, reason } })
}
