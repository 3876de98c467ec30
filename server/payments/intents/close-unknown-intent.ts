import type { CloseUnknownIntent } from '../../ports.ts'
import type { PaymentsDeps } from '../deps.ts'
import { isProviderTrouble, isRefusal, lookAt } from '../seen-intent.ts'
import { lockOrder, orderOf } from '../table/orders-table.ts'
import { closePayments, livePayment } from '../table/payments-table.ts'

/**
 * After a person has seen to a payment that could not be read: where the provider still does not know it, all of its order
 * is closed, so that its letters can be paid, cancelled, and forgotten (design.md#unknown-is-a-state). Should the provider
 * know it again, `reconcile` cancels it, and money taken by it is a matter for a person. Whatever else it answers changes nothing.
 */
export async function closeUnknownIntent(
  deps: PaymentsDeps,
  letterId: string,
): ReturnType<CloseUnknownIntent> {
  const payment = await livePayment(deps.db, letterId)
  if (payment?.state !== 'open' || !payment.intent_id) return 'done'
  try {
    await lookAt(deps, payment.intent_id)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    if (!isRefusal(error)) return 'unknown'
    if (error.code === 'resource_missing') await closeOrder(deps, await orderOf(deps.db, payment))
  }
  return 'done'
}

const closeOrder = (deps: PaymentsDeps, order: Parameters<typeof lockOrder>[2]): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const parts = await lockOrder(deps, tx, order)
    await closePayments(
      tx,
      parts.map(({ payment }) => payment.id),
    )
  })
