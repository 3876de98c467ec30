import type { State } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import type { QueueMail } from '../mail/queue-mail.ts'
import type { Clock } from '../outside/clock.ts'
import { findOwn, type LetterRow } from './letters-table.ts'
import type { CancelIntentOf } from './replace-older.ts'
import { StepNotAllowed, takeStep } from './take-step.ts'

/** Stages giving the money back, in the transaction that cancels; it is carried out after the commit. */
export type RequestRefund = (tx: Tx, refund: { letterId: string; reason: string }) => Promise<unknown>

export type CancelDeps = {
  db: Db
  clock: Clock
  cancelIntentOf: CancelIntentOf
  requestRefund: RequestRefund
  queueMail: QueueMail
}
export type CancelRefusal = 'not-found' | 'payment-unknown' | 'changed-meanwhile' | LaterState
type LaterState = Exclude<State, 'frozen' | 'paid' | 'cancelled'>

/** Until its batch closes (design, section 1). What needs a person is cancelled by that person. */
export const isCancellable = (state: State): state is 'frozen' | 'paid' =>
  state === 'frozen' || state === 'paid'

/** Takes the letter back, and its money when it was paid. Doing it twice equals doing it once. */
export async function cancelLetter(
  deps: CancelDeps,
  account: Pick<SignedIn, 'accountId' | 'email'>,
  letterId: string,
): Promise<'cancelled' | CancelRefusal> {
  const letter = await findOwn(deps.db, account.accountId, letterId)
  if (!letter) return 'not-found'
  if (letter.state !== 'frozen') return takeBack(deps, letter, account.email)

  // A payment may be on its way: first nobody can pay any more, then the letter is cancelled.
  const payment = await deps.cancelIntentOf(letterId)
  if (payment === 'unknown') return 'payment-unknown'
  const now = await findOwn(deps.db, account.accountId, letterId)
  return now ? takeBack(deps, now, account.email) : 'not-found'
}

async function takeBack(
  { db, clock, requestRefund, queueMail }: CancelDeps,
  { id, state, total_cents }: LetterRow,
  email: string,
): Promise<'cancelled' | CancelRefusal> {
  if (state === 'cancelled') return 'cancelled'
  if (!isCancellable(state)) return state
  try {
    await db.transaction().execute(async (tx) => {
      // Print job, payment, letter: in the order in which the other rooms lock them, or two would wait for each other.
      if (state === 'paid') {
        await voidPrintJob(tx, id)
        await requestRefund(tx, { letterId: id, reason: 'cancelled-by-sender' })
        const data = { letterId: id, refunded: String(total_cents) }
        await queueMail(tx, { kind: 'cancelled', key: id, to: email, data })
      }
      await insistOn(tx, id, state)
      await takeStep(tx, { letterId: id, step: 'cancel', cause: 'sender', now: clock.now() })
    })
    return 'cancelled'
  } catch (error) {
    if (!(error instanceof StepNotAllowed)) throw error
    return error.state === 'cancelled' ? 'cancelled' : 'changed-meanwhile'
  }
}

/** A letter may be cancelled unpaid and paid, but only the one we looked at: paid in between, its money would be lost. */
async function insistOn(tx: Tx, letterId: string, expected: State) {
  const { state } = await tx
    .selectFrom('letter')
    .select('state')
    .where('id', '=', letterId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (state !== expected) throw new StepNotAllowed(state, 'cancel')
}

const voidPrintJob = (tx: Tx, letterId: string) =>
  tx
    .updateTable('print_job')
    .set({ state: 'void', reason: 'cancelled' })
    .where('letter_id', '=', letterId)
    .where('state', '=', 'waiting')
    .execute()
