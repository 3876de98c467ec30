import { earlier, hours } from '@lacre/letter/days.ts'
import Stripe from 'stripe'
import {
  keyForgotten,
  type PaymentsDeps,
  intentsSince,
  isProviderTrouble,
  isRefusal,
  lookAt,
  read,
  readAll,
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
 * The provider's record behind an order. Where its answer never came, the same idempotency key is sent again:
 * that looks it up, or makes it for the first time (design/trust.md#unknown-is-a-state). Its payments learn the intent's id.
 * @throws StripeError when there is no answer; the rows stay as they are, and so does their key.
 */
export async function learnIntent(deps: Deps, order: Order): Promise<SeenIntent> {
  if (order.intent_id) return lookAt(deps, order.intent_id)
  const age = deps.clock.now().getTime() - order.created_at.getTime()
  const made = age > keyForgotten ? await find(deps, order) : undefined
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
    return read(deps, intent)
  } catch (error) {
    if (!isLasting(error)) throw error
    const found = await find(deps, order)
    if (found) return found
    // The provider repeats a stored failure for as long as it knows the key: the next try needs a new one.
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

/** By how much our clock may have been put back since the payments were written: the provider's dates are its own. */
const clockMoved = hours(2)

/** The order's intent among those made since its payments were written. */
async function find(deps: Deps, order: Order): Promise<SeenIntent | undefined> {
  for await (const intent of intentsSince(deps, earlier(order.created_at, clockMoved))) {
    const { orderId, status } = read(deps, intent)
    if (orderId === order.name && status !== 'canceled') return readAll(deps, intent)
  }
  return undefined
}

/** 'paid': its state says so by now. 'unknown': the provider gave no answer. */
type IntentOutcome = 'cancelled' | 'paid' | 'unknown'

/** Before a letter is cancelled, replaced or expires; outside any transaction. Faster money pays it now. */
export async function cancelIntentOf(deps: PaymentsDeps, letterId: string): Promise<IntentOutcome> {
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

/** With it nobody can pay its other letters either; they may be asked for again. @throws StripeError */
export const cancelOrder = async (deps: PaymentsDeps, order: Order): Promise<Synced> =>
  cancelPayment(deps, (await learnIntent(deps, order)).id)

/** Cancels the intent at the provider, or finds out that it is too late, and books what is so. @throws StripeError */
export const cancelPayment = async (deps: PaymentsDeps, intentId: string): Promise<Synced> =>
  bookIntent(deps, await cancelAtProvider(deps, intentId))

/** The intent as it is then: cancelled, unless it is too late. @throws StripeError */
async function cancelAtProvider(deps: PaymentsDeps, intentId: string): Promise<SeenIntent> {
  try {
    return read(deps, await deps.cards.paymentIntents.cancel(intentId))
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
    return lookAt(deps, intentId)
  }
}

/**
 * After a person has seen to a payment that could not be read: where the provider still does not know it, all of its order
 * is closed, so that its letters can be paid, cancelled, and forgotten (design/trust.md#unknown-is-a-state). Should the provider
 * know it again, `reconcile` cancels it, and money taken by it is a matter for a person. Whatever else it answers changes nothing.
 * 'unknown': it gave no answer. Outside any transaction.
 */
export async function closeUnknownIntent(deps: PaymentsDeps, letterId: string): Promise<'done' | 'unknown'> {
  const payment = await livePayment(deps.db, letterId)
  if (payment?.state !== 'open' || !payment.intent_id) return 'done'
  try {
    await lookAt(deps, payment.intent_id)
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
 * An intent that names letters of ours while our books do not know it: they came out of a backup made before it
 * (design/trust.md#restored-money). What it took is written down again; one that took nothing is cancelled at the provider.
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

/** Asked twice: the order that waits for this very answer may learn of it in between. */
const isKnown = async ({ db }: PaymentsDeps, { id, orderId }: SeenIntent): Promise<boolean> =>
  ((await orderOfIntent(db, id)) ?? (await unansweredOrder(db, orderId)) ?? (await orderOfIntent(db, id))) !==
  undefined

/** They had ended at the provider before the lost intent was made. One it does not know any more stays as it is. */
async function endOtherOrders(deps: PaymentsDeps, letterIds: string[]): Promise<void> {
  const open = (await livePayments(deps.db, letterIds)).filter(({ state }) => state === 'open')
  for (const id of new Set(open.map(({ order_id }) => order_id)))
    await cancelOrder(deps, await findOrder(deps.db, id)).catch((error: unknown) => {
      if (!isProviderTrouble(error) || !isRefusal(error)) throw error
    })
}

/** Of letters with another living payment they are closed, so that what was taken calls a person. */
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
