import { earlier, hours } from '@lacre/letter/days.ts'
import Stripe from 'stripe'
import {
  keyForgotten,
  type PaymentsDeps,
  intentsSince,
  isProviderTrouble,
  isRefusal,
  fetchIntent,
  readIntent,
  readWholeIntent,
  type SeenIntent,
  writeMetadata,
} from './seen-intent.ts'
import {
  closeOrder,
  closeUnknown,
  findOrder,
  livePayment,
  livePayments,
  lockOrder,
  nameIntent,
  openOrder,
  type Order,
  orderOfIntent,
  unansweredOrder,
} from './orders-table.ts'
import { bookIntent, type Synced } from './sync.ts'
import { lockLetters } from '../letters/letters-table.ts'

type Deps = Pick<PaymentsDeps, 'db' | 'cards' | 'installation' | 'clock' | 'paymentMethods'>

/**
 * The provider's record of an order. If its answer never came, the same idempotency key is sent again, which finds the
 * intent or creates it (design/trust.md#unknown-is-a-state). Writes the intent's id to the order.
 * @throws StripeError when there is no answer; rows and key stay unchanged.
 */
export async function learnIntent(deps: Deps, order: Order): Promise<SeenIntent> {
  if (order.intent_id) return fetchIntent(deps, order.intent_id)
  const age = deps.clock.now().getTime() - order.created_at.getTime()
  const made = age > keyForgotten ? await findIntent(deps, order) : undefined
  const seen = made ?? (await createOnce(deps, order))
  await nameIntent(deps.db, order.id, seen.id)
  return seen
}

async function createOnce(deps: Deps, order: Order): Promise<SeenIntent> {
  try {
    const intent = await deps.cards.paymentIntents.create(
      {
        amount: order.cents,
        currency: order.currency,
        // Apple Pay and Google Pay are cards to the provider.
        allowed_payment_method_types: deps.paymentMethods.includes('bizum') ? ['card', 'bizum'] : ['card'],
        metadata: writeMetadata(deps, order),
      },
      { idempotencyKey: order.idempotency_key },
    )
    return readIntent(deps, intent)
  } catch (error) {
    if (!isLasting(error)) throw error
    const found = await findIntent(deps, order)
    if (found) return found
    // The provider replays a stored failure while it knows the key: the next try needs a new key.
    await closeUnknown(deps.db, order.id)
    throw error
  }
}

/** Errors the provider replays for this key: its own, and refusals, not 409. */
const isLasting = (error: unknown) =>
  isProviderTrouble(error) &&
  error.statusCode !== 409 &&
  (error instanceof Stripe.errors.StripeAPIError ||
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error instanceof Stripe.errors.StripeInvalidRequestError)

/** The provider's dates come from its own clock; ours may have been set back by this much. */
const clockMoved = hours(2)

/** Finds the order's intent among those made since the order was opened. */
async function findIntent(deps: Deps, order: Order): Promise<SeenIntent | undefined> {
  for await (const intent of intentsSince(deps, earlier(order.created_at, clockMoved))) {
    const { orderId, status } = readIntent(deps, intent)
    if (orderId === order.name && status !== 'canceled') return readWholeIntent(deps, intent)
  }
  return undefined
}

/** 'paid': the letter's state says so by now. 'unknown': the provider gave no answer. */
type IntentOutcome = 'cancelled' | 'paid' | 'unknown'

/**
 * Runs before a letter is cancelled, replaced or expires; outside any transaction. A payment that arrives first is
 * booked.
 */
export async function cancelLetterIntent(deps: PaymentsDeps, letterId: string): Promise<IntentOutcome> {
  const payment = await livePayment(deps.db, letterId)
  if (!payment) return 'cancelled'
  if (payment.state === 'paid') return 'paid'
  try {
    const synced = await cancelOrder(deps, await findOrder(deps.db, payment.order_id))
    return synced === 'cancelled' || synced === 'paid' ? synced : 'unknown'
  } catch (error) {
    if (isProviderTrouble(error)) return 'unknown'
    throw error
  }
}

/** Cancels the whole order: its other letters need a new order. @throws StripeError */
export const cancelOrder = async (deps: PaymentsDeps, order: Order): Promise<Synced> =>
  cancelPayment(deps, (await learnIntent(deps, order)).id)

/** Cancels the intent at the provider, or finds it already ended, and books the result. @throws StripeError */
export const cancelPayment = async (deps: PaymentsDeps, intentId: string): Promise<Synced> =>
  bookIntent(deps, await cancelAtProvider(deps, intentId))

/** The intent after the cancellation, or as it is when it is too late to cancel. @throws StripeError */
async function cancelAtProvider(deps: PaymentsDeps, intentId: string): Promise<SeenIntent> {
  try {
    return readIntent(deps, await deps.cards.paymentIntents.cancel(intentId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return fetchIntent(deps, intentId)
  }
}

/**
 * Closes an order whose intent the provider does not know, after an operator settled its unreadable payment, so that
 * its letters can be paid, cancelled and erased (design/trust.md#unknown-is-a-state). If the provider knows the intent
 * again later, `reconcile` cancels it, and a charge raises an issue. Any other answer changes nothing. 'unknown': it
 * gave no answer. Outside any transaction.
 */
export async function closeUnknownIntent(deps: PaymentsDeps, letterId: string): Promise<'done' | 'unknown'> {
  const payment = await livePayment(deps.db, letterId)
  if (payment?.state !== 'open' || !payment.intent_id) return 'done'
  try {
    await fetchIntent(deps, payment.intent_id)
  } catch (error) {
    if (!isProviderTrouble(error)) throw error
    if (!isRefusal(error)) return 'unknown'
    if (error.code === 'resource_missing') await closeLocked(deps, payment.order_id)
  }
  return 'done'
}

const closeLocked = ({ db }: PaymentsDeps, orderId: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const { order } = await lockOrder(tx, await findOrder(tx, orderId))
    await closeOrder(tx, order.id)
  })

/**
 * An intent that names our letters but is missing from our books, because a backup older than it was restored
 * (design/trust.md#restored-money). A paid one is written down again; an unpaid one is cancelled at the provider.
 * Answers the intent as it is then, for `bookIntent`. @throws StripeError
 */
export async function recoverIntent(deps: PaymentsDeps, seen: SeenIntent): Promise<SeenIntent> {
  if (!seen.isOurs || seen.status === 'canceled' || (await isKnown(deps, seen))) return seen
  const letters = await deps.db.transaction().execute((tx) => lockLetters(tx, seen.letterIds))
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

/** Checks by id twice: the order that waits for this answer may store the id in between. */
const isKnown = async ({ db }: PaymentsDeps, { id, orderId }: SeenIntent): Promise<boolean> =>
  ((await orderOfIntent(db, id)) ?? (await unansweredOrder(db, orderId)) ?? (await orderOfIntent(db, id))) !==
  undefined

/** Their intents had ended before the lost intent was made. An order the provider does not know stays unchanged. */
async function endOtherOrders(deps: PaymentsDeps, letterIds: string[]): Promise<void> {
  const open = (await livePayments(deps.db, letterIds)).filter(({ state }) => state === 'open')
  for (const id of new Set(open.map(({ order_id }) => order_id)))
    await cancelOrder(deps, await findOrder(deps.db, id)).catch((error: unknown) => {
      if (!isProviderTrouble(error) || !isRefusal(error)) throw error
    })
}

/** If a letter has another live payment, the recovered order is closed, so that its charge raises an issue. */
const writePayments = (deps: PaymentsDeps, seen: SeenIntent): Promise<void> =>
  deps.db.transaction().execute(async (tx) => {
    const letters = await lockLetters(tx, seen.letterIds)
    if (await orderOfIntent(tx, seen.id)) return
    const live = await livePayments(
      tx,
      letters.map(({ id }) => id),
    )
    await openOrder(deps, tx, letters, {
      name: seen.orderId,
      intent_id: seen.id,
      idempotency_key: `recovered:${seen.id}`,
      state: live.length ? 'cancelled' : 'open',
    })
  })
