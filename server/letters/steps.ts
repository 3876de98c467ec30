import { after, type State, type Step } from '@lacre/letter/journey.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'
import type { World } from '../world.ts'
import { queueMail } from '../mail/outbox.ts'

/** `cause`: who took the step, without a name: 'sender', 'card-provider', 'operator', a job. */
type Transition = { letterId: string; step: Step; cause: string; now: Date }
type StepContext = Omit<Transition, 'step'>
/** One step for several letters: all or none. */
export type SharedStepContext = Omit<StepContext, 'letterId'> & { letterIds: string[] }

/** The journey (letter/journey.ts) forbids this step: the caller's transaction must be rolled back. */
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

/** The only writer of letter states: locks, checks the journey, writes history. @throws StepNotAllowed */
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

/** The letters' locks keep the numbering without gaps. */
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

/** False when the letter's state changed meanwhile: then nothing is left to do. */
export async function stepIfAllowed(db: Db, transition: Transition): Promise<boolean> {
  try {
    await db.transaction().execute((tx) => takeStep(tx, transition))
    return true
  } catch (error) {
    if (error instanceof StepNotAllowed) return false
    throw error
  }
}

/** Leaves out letters posted before a reprint: their sender had the mail then. */
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

export async function noteReturn(tx: Tx, { reason, ...context }: Return): Promise<void> {
  await takeStep(tx, { ...context, step: 'return' })
  await tx.updateTable('letter').set({ return_reason: reason }).where('id', '=', context.letterId).execute()
}

/** The post returned it to us. Its sender gets a mail with the reason. @throws StepNotAllowed */
export async function returnLetter(
  deps: Pick<World, 'clock' | 'random'>,
  tx: Tx,
  returned: Return,
): Promise<void> {
  await noteReturn(tx, returned)
  const { letterId, reason } = returned
  await queueMail(deps, tx, { kind: 'returned', data: { letterId, reason } })
}
