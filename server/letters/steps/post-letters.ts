import { arrivalOn, type ClosedDays, madridDay } from '@lacre/letter/days.ts'
import type { Tx } from '../../database/tables.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import type { StepContext, PaidTogether, SharedStepContext } from '../../ports.ts'
import { takeStep, takeSteps } from './take-step.ts'

type Deps = { queueMail: QueueMail }

export async function postLetters(
  deps: Deps & { closedDays: ClosedDays; paidTogether: PaidTogether },
  tx: Tx,
  context: SharedStepContext,
): Promise<void> {
  const neverPosted = await findNeverPosted(tx, context.letterIds)
  await takeSteps(tx, { ...context, step: 'post' })
  const arrival = arrivalOn(madridDay(context.now), deps.closedDays)
  for (const order of await deps.paidTogether(tx, neverPosted))
    await deps.queueMail(tx, { kind: 'posted', data: { ...order, arrival } })
}

/** A letter that was printed again after it had been posted is left out: its sender got the mail then. */
async function findNeverPosted(tx: Tx, letterIds: string[]): Promise<string[]> {
  const posted = await tx
    .selectFrom('letter_step')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('step', '=', 'post')
    .execute()
  const postedBefore = new Set(posted.map(({ letter_id }) => letter_id))
  return letterIds.filter((id) => !postedBefore.has(id))
}

export async function returnLetter(
  deps: Deps,
  tx: Tx,
  { reason, ...context }: StepContext & { reason: string },
): Promise<void> {
  await takeStep(tx, { ...context, step: 'return' })
  const { letterId } = context
  await tx.updateTable('letter').set({ return_reason: reason }).where('id', '=', letterId).execute()
  await deps.queueMail(tx, { kind: 'returned', data: { letterId, reason } })
}
