import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { settleConcernsOf } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import type { Money } from '../../ports.ts'
import { cause, type ConsoleDeps } from '../deps.ts'
import { lockWithJob, type LockedLetter } from '../jobs/lock-with-job.ts'
import { voidJob } from '../jobs/void-job.ts'

export type CancelHeldLetterRefusal = 'unknown-letter' | 'not-now' | 'provider-unavailable'

/**
 * A letter that waited for a person is not printed: its money goes back when it is paid, once, and its sender gets a mail. Of
 * a disputed charge the bank decides; what was taken beyond or beside the shown sum goes back with it.
 */
export async function cancelHeldLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, by }: { note: string; by: string },
): Promise<'cancelled' | CancelHeldLetterRefusal> {
  if ((await deps.closeUnknownIntent(letterId)) === 'unknown') return 'provider-unavailable'
  const records = await deps.lookAtMoney(letterId)
  if (records === 'unknown') return 'provider-unavailable'
  // First nobody can pay any more; if the money was faster, it goes back below.
  if (records === 'in-sync' && (await deps.cancelIntentOf(letterId)) === 'unknown')
    return 'provider-unavailable'
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    if (found.letter.state === 'cancelled') return 'cancelled'
    if (found.letter.state !== 'needs-person') return 'not-now'

    const now = deps.clock.now()
    await deps.takeStep(tx, { letterId, step: 'cancel', cause, now })
    if (found.job) await voidJob(tx, found.job, 'cancelled')
    const refunded = await returnMoney(deps, tx, found)
    await settleConcernsOf(tx, letterId, { decision: 'cancel', now })
    const entry = `${note} · devueltos ${inEuros(cents(refunded))}`
    await deps.recordAuditEntry(tx, { by, action: 'cancel', subject: letterId, note: entry, now })
    return 'cancelled'
  })
}

/** What the sender reads when something was paid and nothing is asked back now. */
const whyKept = {
  disputed: { money: 'disputed' },
  lost: { money: 'lost' },
  'refund-asked': { money: 'returned-before' },
  'refund-failed': {},
  paid: {},
  'partly-refunded': {},
  none: {},
} as const satisfies Record<Money, object>

/** Of all its payments; what was asked back before is not told again. Answers how many cents go back now. */
async function returnMoney(
  { moneyOf, requestRefund, queueMail }: ConsoleDeps,
  tx: Tx,
  { letter }: LockedLetter,
): Promise<number> {
  const letterId = letter.id
  const money = await moneyOf(tx, letterId)
  const refunded = await requestRefund(tx, { letterId, reason: 'cancelled-by-operator' })
  await queueMail(tx, {
    kind: 'cancelled',
    data: { letterId, refunded: String(refunded), ...(refunded ? {} : whyKept[money]) },
  })
  return refunded
}
