import { cents, inEuros } from '@lacre/letter/price/money.ts'
import type { ActingOperator } from '../../http/bearer.ts'
import type { Money } from '../../ports.ts'
import { cause, type ConsoleDeps } from '../deps.ts'
import type { Refusal } from '../failures.ts'
import { voidJob } from '../jobs/void-job.ts'
import { lockWithJob } from '../jobs/lock-with-job.ts'
import { isRefundable } from './actions-for.ts'

/** Not a penny of it is on its way back, and no bank decides about it. */
const isOurs = (money: Money) => money === 'paid' || money === 'partly-refunded'

/**
 * All that was paid for a letter goes back, once, wherever the letter is. One whose batch is open is cancelled with it;
 * any other goes its way (design.md#refunds-by-the-office).
 */
export async function refundLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, operator }: { note: string; operator: ActingOperator },
): Promise<'refunded' | Refusal> {
  if (!operator.isSupervisor) return 'supervisor-only'
  const records = await deps.lookAtMoney(letterId)
  if (records !== 'in-sync') return records === 'unknown' ? 'provider-unavailable' : 'nothing-to-refund'
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(deps, tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job } = found
    if (!isRefundable(letter.state)) return 'not-now'
    if (!isOurs(await deps.moneyOf(tx, letterId))) return 'nothing-to-refund'

    const now = deps.clock.now()
    const isCancelled = letter.state === 'paid'
    if (isCancelled) await deps.takeStep(tx, { letterId, step: 'cancel', cause, now })
    if (isCancelled && job) await voidJob(tx, job, 'cancelled')
    const refunded = await deps.requestRefund(tx, { letterId, reason: 'refunded-by-operator' })
    const data = { letterId, refunded: String(refunded) }
    await deps.queueMail(tx, { kind: isCancelled ? 'cancelled' : 'refunded', data })
    const entry = [note, inEuros(cents(refunded)), ...(isCancelled ? ['cancelada'] : [])].join(' · ')
    await deps.recordAuditEntry(tx, {
      by: operator.name,
      action: 'refund',
      subject: letterId,
      note: entry,
      now,
    })
    return 'refunded'
  })
}
