import { isGivenUp, isWithBank, type RefundState } from '@lacre/letter/price/payment-states.ts'
import { isOwed } from '@lacre/letter/price/price.ts'
import { sql } from 'kysely'
import { enqueue, enqueueAgain } from '../database/jobs.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { PaymentsDeps } from './deps.ts'
import { type Payment, paymentsOf } from './orders-table.ts'
import { lockLetter } from '../letters/letters-table.ts'
import { queueMail } from '../mail/outbox.ts'

/** `reason`: why money goes back, a word for programs, kept with the refund. */
export type RefundRequest = { letterId: string; reason: string }

/**
 * Asks for all back that was taken for a letter, whatever it was asked for, in the transaction that cancels it. Asked
 * twice, it is done once: the payment is the key of its refund. `settleRefunds` brings it about. What a bank decides
 * about, or has given back itself, does not go back from here. Answers the cents.
 */
export async function requestRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  { letterId, reason }: RefundRequest,
): Promise<number> {
  await lockLetter(tx, letterId)
  let cents = 0
  for (const payment of await paymentsOf(tx, letterId))
    if ((payment.state === 'paid' || payment.state === 'taken') && !isWithBank(payment.dispute))
      cents += await startRefund({ clock }, tx, payment, reason)
  return cents
}

/**
 * Answers how many cents go back by this: what neither is back nor on its way, unless that was asked for before, and told
 * then. A refund the provider has given up is asked for again: else nobody would bring that sum about.
 */
export async function startRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  payment: Payment,
  reason: string,
): Promise<number> {
  const { id, asked, left_cents: left } = payment
  if (left <= 0 || (asked && !isGivenUp(asked))) return 0
  if (asked) {
    await askAgain(tx, payment, clock.now())
    return left
  }
  const requested_at = clock.now()
  await tx.insertInto('refund').values({ payment_id: id, amount_cents: left, reason, requested_at }).execute()
  await enqueue(tx, 'refund', id, {}, { givesUp: false })
  return left
}

/** A refund the provider has given up goes under a new key; one without an answer keeps its own (design.md#unknown-is-a-state). */
async function askAgain(tx: Tx, { id, asked }: Payment, requested_at: Date): Promise<void> {
  const attempt = sql<number>`attempt + 1`
  const anew = { state: 'asked', attempt, key_used_at: null, key_failed_at: null } as const
  await tx
    .updateTable('refund')
    .set({ ...(asked === 'asked' ? {} : anew), requested_at })
    .where('payment_id', '=', id)
    .execute()
  await enqueueAgain(tx, 'refund', id)
}

/** What was asked back and has not arrived. */
export type WaitingRefund = { letterId: string; cents: number; state: RefundState; since: Date }

/** The oldest first. */
export const waitingRefunds = (db: Db): Promise<WaitingRefund[]> =>
  db
    .selectFrom('refund')
    .innerJoin('payment_money', 'payment_money.id', 'refund.payment_id')
    .select(['payment_money.letter_id as letterId', 'refund.amount_cents as cents', 'refund.state'])
    .select('refund.requested_at as since')
    .where('refund.state', '<>', 'succeeded')
    .where(sql<boolean>`payment_money.dispute is distinct from 'lost'`)
    .orderBy('requested_at')
    .execute()

/**
 * What we owe for a letter goes back now. What was taken beyond or beside the shown sum, or stayed with us after a
 * dispute, is asked for here first, and its sender told; of what is asked for again they were told before. Answers the cents.
 */
export async function retryOwedRefund(
  deps: Pick<PaymentsDeps, 'clock' | 'random'>,
  tx: Tx,
  letterId: string,
): Promise<number> {
  const { clock } = deps
  const letter = await lockLetter(tx, letterId)
  if (!letter) return 0
  let [cents, news] = [0, 0]
  for (const payment of await paymentsOf(tx, letterId)) {
    if (!isOwed(letter.state, payment, payment.asked)) continue
    if (payment.asked) await askAgain(tx, payment, clock.now())
    else news += await startRefund({ clock }, tx, payment, 'given-back')
    cents += payment.left_cents
  }
  if (news) await queueMail(deps, tx, { kind: 'given-back', data: { letterId, refunded: String(news) } })
  return cents
}
