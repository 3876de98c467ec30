import { arrivalOn, type ClosedDays } from '@lacre/letter/arrival.ts'
import { madridDay } from '@lacre/letter/day.ts'
import type { Tx } from '../../database/tables.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import type { Occasion } from '../../ports.ts'
import { takeStep } from './take-step.ts'

type Deps = { queueMail: QueueMail }

export async function postLetter(
  deps: Deps & { closedDays: ClosedDays },
  tx: Tx,
  occasion: Occasion,
): Promise<void> {
  await takeStep(tx, { ...occasion, step: 'post' })
  const { letterId, now } = occasion
  const arrival = arrivalOn(madridDay(now), deps.closedDays)
  await deps.queueMail(tx, { kind: 'posted', data: { letterId, arrival } })
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
