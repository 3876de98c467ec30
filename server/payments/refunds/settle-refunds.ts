import { claim, complete, fail, type Job } from '../../database/jobs.ts'
import type { Log } from '../../ports.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markRefunded, paymentById, type Payment } from '../table/payments-table.ts'
import { isProviderTrouble, lookAt } from '../seen-intent.ts'
import { raiseRefundFailed } from './raise-refund-failed.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'cards' | 'clock'>

const leaseSeconds = 120

/** One turn of the refund worker: up to ten refunds that were asked for reach the provider. Gives how many did. */
export async function settleRefunds(deps: Deps & { log: Log }): Promise<number> {
  const jobs = await claim(deps.db, 'refund', 10, leaseSeconds)
  let settled = 0
  for (const job of jobs) {
    try {
      await settle(deps, job)
      settled++
    } catch (error) {
      const kind = kindOf(error)
      deps.log.error({ payment: job.key, attempts: job.attempts, ...kind }, 'refund not settled')
      await fail(deps.db, job, `${kind.type} ${kind.code}`.trim())
    }
  }
  return settled
}

/** Never its message, which may quote somebody. */
function kindOf(error: unknown): { type: string; code: string } {
  const { name = 'unknown', code = '' } = error as { name?: string; code?: string }
  return { type: isProviderTrouble(error) ? error.type : name, code }
}

type Outcome = { providerId: string | null; cents: number }

/** No transaction is open while the provider is asked; what it answered is written with the end of the job. */
async function settle(deps: Deps, job: Job): Promise<void> {
  const payment = await paymentById(deps.db, job.key)
  const outcome = await giveBack(deps, payment)
  await complete(deps.db, job, async (tx) => {
    if (!outcome) return raiseRefundFailed(tx, payment)
    await tx
      .updateTable('refund')
      .set({ provider_id: outcome.providerId, settled_at: deps.clock.now() })
      .where('payment_id', '=', payment.id)
      .execute()
    await markRefunded(tx, payment.id, outcome.cents)
  })
}

/** Looked up before it is repeated, and repeated under the same key: never twice (design.md#unknown-is-a-state). */
async function giveBack({ cards }: Deps, payment: Payment): Promise<Outcome | undefined> {
  const intentId = payment.intent_id
  if (!intentId) throw new Error('a paid payment has an intent')
  const seen = await lookAt(cards, intentId)
  if (seen.refunded >= payment.amount_cents) return { providerId: null, cents: seen.refunded }
  const refund = await cards.refunds.create(
    {
      payment_intent: intentId,
      amount: payment.amount_cents - seen.refunded,
      metadata: { letter_id: payment.letter_id },
    },
    { idempotencyKey: `refund:${payment.id}` },
  )
  if (refund.object !== 'refund') throw new Error('the card provider answered with no refund')
  if (refund.status === 'failed' || refund.status === 'canceled') return undefined
  return { providerId: refund.id, cents: seen.refunded + refund.amount }
}
