import { arrivalOn } from '@lacre/letter/arrival.ts'
import { madridDay } from '@lacre/letter/day.ts'
import type { Tx } from '../../database/tables.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import type { Occasion } from '../../ports.ts'
import { takeStep } from './take-step.ts'

type Deps = { queueMail: QueueMail }

/** The letter was handed to the post, and its sender gets a mail with the day to expect. @throws StepNotAllowed */
export async function postLetter({ queueMail }: Deps, tx: Tx, occasion: Occasion): Promise<void> {
  await takeStep(tx, { ...occasion, step: 'post' })
  const { letterId, now } = occasion
  const data = { letterId, arrival: arrivalOn(madridDay(now)) }
  await queueMail(tx, { kind: 'posted', key: letterId, to: await senderOf(tx, letterId), data })
}

/** The post brought it back; its sender gets a mail that says why. @throws StepNotAllowed */
export async function returnLetter(
  { queueMail }: Deps,
  tx: Tx,
  { reason, ...occasion }: Occasion & { reason: string },
): Promise<void> {
  await takeStep(tx, { ...occasion, step: 'return' })
  const { letterId } = occasion
  const to = await senderOf(tx, letterId)
  await queueMail(tx, { kind: 'returned', key: letterId, to, data: { letterId, reason } })
}

async function senderOf(tx: Tx, letterId: string): Promise<string> {
  const sender = tx
    .selectFrom('account')
    .innerJoin('letter', 'letter.account_id', 'account.id')
    .select('account.email')
    .where('letter.id', '=', letterId)
  return (await sender.executeTakeFirstOrThrow()).email
}
