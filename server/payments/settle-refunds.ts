import { earlier } from '@lacre/letter/days.ts'
import { disputeOf, isWithBank } from '@lacre/letter/price/payment-states.ts'
import { claim, complete, fail, type Job } from '../database/jobs.ts'
import type { Tx } from '../database/tables.ts'
import type { Log } from '../http/log.ts'
import { bookIntent } from './sync.ts'
import {
  keyForgotten,
  type PaymentsDeps,
  isProviderTrouble,
  fetchIntent,
  readRefund,
  type SeenIntent,
} from './seen-intent.ts'
import { type Payment, findPayment } from './orders-table.ts'
import { lockLetter } from '../letters/letters-table.ts'

const leaseSeconds = 120

/** Sends up to ten requested refunds to the provider. Answers how many it has. */
export async function settleRefunds(deps: PaymentsDeps & { log: Log }): Promise<number> {
  const jobs = await claim(deps.db, 'refund', 10, leaseSeconds)
  let settled = 0
  for (const job of jobs) {
    try {
      if (await settle(deps, job)) settled++
    } catch (error) {
      const kind = describeError(error)
      deps.log.error({ payment: job.key, attempts: job.attempts, ...kind }, 'refund not settled')
      await fail(deps.db, job, `${kind.type} ${kind.code}`.trim())
    }
  }
  return settled
}

/** Never the message: it may contain personal data. */
function describeError(error: unknown): { type: string; code: string } {
  const { name = 'unknown', code = '' } = error as { name?: string; code?: string }
  return { type: isProviderTrouble(error) ? error.type : name, code }
}

/**
 * Done when the provider has the refund; events and reconciling tell later whether it arrives. No transaction is open
 * during the provider's calls. False: a bank has the money. After a lost dispute nothing is refunded; while one is
 * open, the job waits.
 */
async function settle(deps: PaymentsDeps, job: Job): Promise<boolean> {
  const payment = await findPayment(deps.db, job.key)
  if (!payment.intent_id) throw new Error('a paid payment has an intent')
  const seen = await fetchIntent(deps, payment.intent_id, payment.dispute !== null)
  const dispute = disputeOf(seen.disputes.map(({ state }) => state))
  await bookIntent(deps, seen)
  const isOurs = !isWithBank(dispute)
  if (isOurs) await createRefundAtProvider(deps, payment, seen)
  if (dispute === 'open') await fail(deps.db, job, 'disputed')
  else await complete(deps.db, job, async () => {})
  return isOurs
}

/** Refunds what is left of this payment. Looked up before it is repeated (design/trust.md#unknown-is-a-state). */
async function createRefundAtProvider(deps: PaymentsDeps, payment: Payment, seen: SeenIntent): Promise<void> {
  const next = await deps.db.transaction().execute((tx) => nextCall(deps, tx, payment, seen))
  if (!next) return
  const { wanted, idempotencyKey } = next
  const refund = await deps.cards.refunds
    .create(wanted, { idempotencyKey })
    .catch((error: unknown) => noteFailed(deps, payment, error))
  if (refund.object !== 'refund') throw new Error('the card provider answered with no refund')
  await bookIntent(deps, {
    ...seen,
    refunds: [...seen.refunds.filter(({ id }) => id !== refund.id), readRefund(refund)],
  })
}

/**
 * Reads the sum and its key under the letter's lock. Else a stalled worker would refund an outdated sum on top of
 * another refund, since a charge for several letters has room for both.
 */
async function nextCall(deps: PaymentsDeps, tx: Tx, payment: Payment, seen: SeenIntent) {
  await lockLetter(tx, payment.letter_id)
  const { left_cents: left } = await findPayment(tx, payment.id)
  if (left <= 0) return undefined
  const wanted = { payment_intent: seen.id, amount: left, metadata: { letter_id: payment.letter_id } }
  const idempotencyKey = await keyFor(deps, tx, payment, left)
  return { wanted, idempotencyKey }
}

/**
 * The provider stores these answers with the key, except 409 (a call with the key is still running). After any other
 * error the call may not have reached it.
 */
const storedErrors: string[] = ['StripeAPIError', 'StripeInvalidRequestError', 'StripeCardError']

async function noteFailed({ db, clock }: PaymentsDeps, { id }: Payment, error: unknown): Promise<never> {
  if (isProviderTrouble(error) && storedErrors.includes(error.type) && error.statusCode !== 409)
    await db
      .updateTable('refund')
      .set((eb) => ({ key_failed_at: eb.fn.coalesce('key_failed_at', eb.val(clock.now())) }))
      .where('payment_id', '=', id)
      .execute()
  throw error
}

/**
 * The idempotency key, written before it is used. It stays the same, since an earlier call may still arrive. A new key
 * is made for another sum, or once a stored failure is a day old and the provider shows no refund. The provider never
 * refunds more than the charge, whatever the keys.
 */
async function keyFor({ clock }: PaymentsDeps, tx: Tx, { id }: Payment, cents: number): Promise<string> {
  const refund = tx.selectFrom('refund').selectAll().where('payment_id', '=', id)
  const request = await refund.executeTakeFirstOrThrow()
  const now = clock.now()
  const { key_used_at: used, key_failed_at: failed } = request
  const isFailed = failed !== null && failed < earlier(now, keyForgotten)
  const isSpent = isFailed || (used !== null && request.amount_cents !== cents)
  const attempt = isSpent ? request.attempt + 1 : request.attempt
  await tx
    .updateTable('refund')
    .set({
      attempt,
      amount_cents: cents,
      key_used_at: isSpent ? now : (used ?? now),
      ...(isSpent && { key_failed_at: null }),
    })
    .where('payment_id', '=', id)
    .execute()
  return attempt === 1 ? `refund:${id}` : `refund:${id}:${attempt}`
}
