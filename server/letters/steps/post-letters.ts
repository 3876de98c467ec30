import { arrivalOn, type ClosedDays } from '@lacre/letter/arrival.ts'
import { madridDay } from '@lacre/letter/day.ts'
import type { Tx } from '../../database/tables.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import type { Occasion, PaidTogether, SharedOccasion } from '../../ports.ts'
import { takeStep, takeSteps } from './take-step.ts'

type Deps = { queueMail: QueueMail }

export async function postLetters(
  deps: Deps & { closedDays: ClosedDays; paidTogether: PaidTogether },
  tx: Tx,
  occasion: SharedOccasion,
): Promise<void> {
  const untold = await neverPosted(tx, occasion.letterIds)
  await takeSteps(tx, { ...occasion, step: 'post' })
  const arrival = arrivalOn(madridDay(occasion.now), deps.closedDays)
  for (const order of await deps.paidTogether(tx, untold))
    await deps.queueMail(tx, { kind: 'posted', data: { ...order, arrival } })
}

/** What was printed again after it had been posted was told of then. */
async function neverPosted(tx: Tx, letterIds: string[]): Promise<string[]> {
  const posted = await tx
    .selectFrom('letter_step')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('step', '=', 'post')
    .execute()
  const told = new Set(posted.map(({ letter_id }) => letter_id))
  return letterIds.filter((id) => !told.has(id))
}

export async function returnLetter(
  deps: Deps,
  tx: Tx,
  { reason, ...occasion }: Occasion & { reason: string },
): Promise<void> {
  await takeStep(tx, { ...occasion, step: 'return' })
  const { letterId } = occasion
  await tx.updateTable('letter').set({ return_reason: reason }).where('id', '=', letterId).execute()
  await deps.queueMail(tx, { kind: 'returned', data: { letterId, reason } })
}
