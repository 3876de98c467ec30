import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { settleLetterIssues } from '../database/issues.ts'
import type { Tx } from '../database/tables.ts'
import type { ActingOperator } from '../http/bearer.ts'
import { type Refusal, cause, type ConsoleDeps } from './call.ts'
import { isRefundable } from './letter-cards.ts'
import { lockWithJob, voidJob } from './locked-letter.ts'
import { cancelLetterIntent, closeUnknownIntent } from '../payments/learn-intent.ts'
import { syncPayment } from '../payments/sync.ts'
import { takeStep } from '../letters/steps.ts'
import { recordAuditEntry } from './audit-log.ts'
import type { World } from '../world.ts'
import { type Money, readMoneyState } from '../payments/orders-table.ts'
import { nameRefund, requestRefund, retryOwedRefund } from '../payments/refunds.ts'
import { queueMail } from '../mail/outbox.ts'
import { lockLetter } from '../letters/letters-table.ts'

/**
 * Cancels a letter that waits for an operator, and refunds it once, including stray payments; a disputed charge is left
 * to the bank. Mails the sender.
 */
export async function cancelHeldLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, by }: { note: string; by: string },
): Promise<'cancelled' | Refusal> {
  if ((await closeUnknownIntent(deps, letterId)) === 'unknown') return 'provider-unavailable'
  const records = await syncPayment(deps, letterId)
  if (records === 'unknown') return 'provider-unavailable'
  // Cancel the intent first; a payment that arrives earlier is refunded below.
  if (records === 'in-sync' && (await cancelLetterIntent(deps, letterId)) === 'unknown')
    return 'provider-unavailable'
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    if (found.letter.state === 'cancelled') return 'cancelled'
    if (found.letter.state !== 'needs-person') return 'not-now'

    const now = deps.clock.now()
    await takeStep(tx, { letterId, step: 'cancel', cause, now })
    if (found.job) await voidJob(tx, found.job, 'cancelled')
    const refunded = await returnMoney(deps, tx, letterId)
    await settleLetterIssues(tx, letterId, { decision: 'cancel', now })
    const entry = `${note} · devueltos ${inEuros(cents(refunded))}`
    await recordAuditEntry(tx, { by, action: 'cancel', subject: letterId, note: entry, now })
    return 'cancelled'
  })
}

/** What the sender reads when a payment was taken and nothing is refunded now. */
const moneyNotes = {
  disputed: { money: 'disputed' },
  lost: { money: 'lost' },
  'refund-asked': { money: 'returned-before' },
  'refund-failed': {},
  paid: {},
  'partly-refunded': {},
  none: {},
} as const satisfies Record<Money, object>

/** Refunds all payments; the mail names only what was not requested before. Answers the cents. */
async function returnMoney(deps: Pick<World, 'clock' | 'random'>, tx: Tx, letterId: string): Promise<number> {
  const money = await readMoneyState(tx, letterId)
  const refunded = await requestRefund(deps, tx, { letterId, reason: 'cancelled-by-operator' })
  await queueMail(deps, tx, {
    kind: 'cancelled',
    data: { letterId, refunded: String(refunded), ...(refunded ? {} : moneyNotes[money]) },
  })
  return refunded
}

/** Nothing is on its way back, and no bank decides about it. */
const isOurs = (money: Money) => money === 'paid' || money === 'partly-refunded'

/** Refunds all, once. A letter not yet in a batch is cancelled too (design/print-room.md#refunds-by-the-office). */
export async function refundLetter(
  deps: ConsoleDeps,
  letterId: string,
  { note, operator }: { note: string; operator: ActingOperator },
): Promise<'refunded' | Refusal> {
  if (!operator.isSupervisor) return 'supervisor-only'
  const records = await syncPayment(deps, letterId)
  if (records !== 'in-sync') return records === 'unknown' ? 'provider-unavailable' : 'nothing-to-refund'
  return deps.db.transaction().execute(async (tx) => {
    const found = await lockWithJob(tx, letterId)
    if (typeof found === 'string') return found
    const { letter, job } = found
    if (!isRefundable(letter.state)) return 'not-now'
    if (!isOurs(await readMoneyState(tx, letterId))) return 'nothing-to-refund'

    const now = deps.clock.now()
    const isCancelled = letter.state === 'paid'
    if (isCancelled) await takeStep(tx, { letterId, step: 'cancel', cause, now })
    if (isCancelled && job) await voidJob(tx, job, 'cancelled')
    const refunded = await requestRefund(deps, tx, { letterId, reason: 'refunded-by-operator' })
    const data = { letterId, refunded: String(refunded) }
    await queueMail(deps, tx, { kind: isCancelled ? 'cancelled' : 'refunded', data })
    const entry = [note, inEuros(cents(refunded)), ...(isCancelled ? ['cancelada'] : [])].join(' · ')
    await recordAuditEntry(tx, {
      by: operator.name,
      action: 'refund',
      subject: letterId,
      note: entry,
      now,
    })
    return 'refunded'
  })
}

type Entry = { note: string; by: string }

/** `change` answers the cents; 0 when there is nothing to do. */
const refundAction =
  (action: 'give-back' | 'name-refund', change: typeof nameRefund) =>
  (
    deps: Pick<World, 'db' | 'clock' | 'random'>,
    letterId: string,
    { note, by }: Entry,
  ): Promise<'given-back' | 'unknown-letter' | 'not-now'> =>
    deps.db.transaction().execute(async (tx) => {
      if (!(await lockLetter(tx, letterId))) return 'unknown-letter'
      const sum = await change(deps, tx, letterId)
      if (!sum) return 'not-now'
      const entry = { subject: letterId, note: `${note} · ${inEuros(cents(sum))}`, now: deps.clock.now() }
      await recordAuditEntry(tx, { by, action, ...entry })
      return 'given-back'
    })

/** Refunds what is still owed for a letter. */
export const retryRefund = refundAction('give-back', retryOwedRefund)

/** Assigns a refund made at the provider without a letter to this one. */
export const nameLetterRefund = refundAction('name-refund', nameRefund)
