import type { State } from '@lacre/letter/journey.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { SignedIn } from '../http/bearer.ts'
import type { QueueMail } from '../mail/outbox.ts'
import type { Clock } from '../outside/clock.ts'
import { findOwn, lockLetter } from './letters-table.ts'
import type { CancelIntentOf, RequestRefund, VoidPrintJob } from '../ports.ts'
import { takeStep } from './steps.ts'

export type CancelDeps = {
  db: Db
  clock: Clock
  cancelIntentOf: CancelIntentOf
  requestRefund: RequestRefund
  voidPrintJob: VoidPrintJob
  queueMail: QueueMail
}
type LaterState = Exclude<State, 'frozen' | 'paid' | 'cancelled'>
export type CancelRefusal = 'not-found' | 'payment-unknown' | 'changed-meanwhile' | LaterState

/** Until its batch closes (design.md#cancel-until-closed). What needs a person is cancelled by that person. */
export const isCancellable = (state: State): state is 'frozen' | 'paid' =>
  state === 'frozen' || state === 'paid'

/** Takes the letter back, and its money when it was paid. Doing it twice equals doing it once. */
export async function cancelLetter(
  deps: CancelDeps,
  account: Pick<SignedIn, 'accountId'>,
  letterId: string,
): Promise<'cancelled' | CancelRefusal> {
  const letter = await findOwn(deps.db, account.accountId, letterId)
  if (!letter) return 'not-found'

  const { id } = letter
  // A payment may be on its way: first nobody can pay any more, then the letter is cancelled.
  const isOpen = letter.state === 'frozen'
  const payment = isOpen ? await deps.cancelIntentOf(id) : undefined
  if (payment === 'unknown') return 'payment-unknown'

  return deps.db.transaction().execute(async (tx) => {
    // As what it is now: cancelled as unpaid, but paid a moment ago, its money would be lost.
    const state = (await lockLetter(tx, id))?.state
    if (!state) return 'not-found'
    if (state === 'cancelled') return 'cancelled'
    if (!isCancellable(state)) return state
    if (state === 'frozen' && payment !== 'cancelled') return 'changed-meanwhile'

    if (state === 'paid') await returnMoney(deps, tx, letter)
    await takeStep(tx, { letterId: id, step: 'cancel', cause: 'sender', now: deps.clock.now() })
    return 'cancelled'
  })
}

async function returnMoney(
  { requestRefund, voidPrintJob, queueMail }: CancelDeps,
  tx: Tx,
  { id }: { id: string },
) {
  const refunded = String(await requestRefund(tx, { letterId: id, reason: 'cancelled-by-sender' }))
  await voidPrintJob(tx, id)
  await queueMail(tx, { kind: 'cancelled', data: { letterId: id, refunded } })
}
