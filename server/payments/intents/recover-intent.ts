import type { PaymentsDeps } from '../deps.ts'
import { isProviderTrouble, isRefusal, type SeenIntent } from '../seen-intent.ts'
import { orderOf, orderOfIntent, unansweredOrder } from '../table/orders-table.ts'
import { livePayments, openPayments } from '../table/payments-table.ts'
import { cancelAtProvider, cancelOrder } from './cancel-intent.ts'

/**
 * An intent that names letters of ours while our books do not know it: they came out of a backup made before it
 * (design.md#restored-money). What it took is written down again; one that took nothing is cancelled at the provider.
 * Answers the intent as it is then, for `bookIntent`. @throws StripeError
 */
export async function recoverIntent(deps: PaymentsDeps, seen: SeenIntent): Promise<SeenIntent> {
  if (!seen.isOurs || seen.status === 'canceled' || (await isKnown(deps, seen))) return seen
  const letters = await deps.db.transaction().execute((tx) => deps.lockLetters(tx, seen.letterIds))
  if (!letters.length) return seen
  const now = seen.status === 'succeeded' ? seen : await cancelAtProvider(deps, seen.id)
  if (now.status !== 'succeeded') return now
  await endOtherOrders(
    deps,
    letters.map(({ id }) => id),
  )
  await writePayments(deps, now)
  return now
}

/** Asked twice: the order that waits for this very answer may learn of it in between. */
const isKnown = async ({ db }: PaymentsDeps, { id, orderId }: SeenIntent): Promise<boolean> =>
  ((await orderOfIntent(db, id)) ?? (await unansweredOrder(db, orderId)) ?? (await orderOfIntent(db, id))) !==
  undefined

/** They had ended at the provider before the lost intent was made. One it does not know any more stays as it is. */
async function endOtherOrders(deps: PaymentsDeps, letterIds: string[]): Promise<void> {
  const open = (await livePayments(deps.db, letterIds)).filter(({ state }) => state === 'open')
  const byOrder = new Map(open.map((payment) => [payment.idempotency_key, payment]))
  for (const payment of byOrder.values())
    await cancelOrder(deps, await orderOf(deps.db, payment)).catch((error: unknown) => {
      if (!isProviderTrouble(error) || !isRefusal(error)) throw error
    })
}

/** Of letters with another living payment they are closed, so that what was taken calls a person. */
const writePayments = (deps: PaymentsDeps, seen: SeenIntent): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const letters = await deps.lockLetters(tx, seen.letterIds)
    if (await orderOfIntent(tx, seen.id)) return
    const live = await livePayments(
      tx,
      letters.map(({ id }) => id),
    )
    await openPayments(
      tx,
      letters.map((letter) => ({
        id: deps.random.uuid(),
        letter_id: letter.id,
        order_id: seen.letterIds.length > 1 ? seen.orderId : null,
        intent_id: seen.id,
        idempotency_key: `recovered:${seen.id}`,
        amount_cents: letter.total_cents,
        currency: letter.currency,
        state: live.length ? ('cancelled' as const) : ('open' as const),
        created_at: deps.clock.now(),
        paid_at: null,
      })),
    )
  })
