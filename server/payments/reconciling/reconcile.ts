import { days, earlier, type Ms } from '@lacre/letter/days.ts'
import { disputeComesAfter, disputeOf, comesAfter } from '@lacre/letter/price/payment-states.ts'
import type Stripe from 'stripe'
import type { PaymentsDeps } from '../deps.ts'
import { cancelPayment } from '../intents/cancel-intent.ts'
import { recoverIntent } from '../intents/recover-intent.ts'
import { bookIntent } from '../intents/sync-intent.ts'
import {
  intentsSince,
  isProviderTrouble,
  lookAt,
  readAll,
  readDispute,
  readRefund,
  type SeenIntent,
} from '../seen-intent.ts'
import { orderOfIntent, type Order } from '../table/orders-table.ts'
import { paymentOfIntent } from '../table/payments-table.ts'
import { unreadableNow } from '../unreadable.ts'
import { eachApart, newRound, type Reconciled } from './each-apart.ts'
import { settleOpenOrders } from './open-orders.ts'
import { raiseStuckRefunds } from './stuck-refunds.ts'

/** Longer than the three days for which the provider repeats an event. */
export const listedFor = days(4)
/** A bank may send a refund back for a month. */
const refundsListedFor = days(40)
/** An inquiry may rest for four months, and the dispute after it for three. */
const disputesListedFor = days(240)

/**
 * Compares everything (design.md#lost-events-are-found): what the provider has listed in the last four days, then every
 * older open payment, one by one, and the refunds of 40 days. `since` looks further back.
 * @throws StripeError when not even the list can be had.
 */
export async function reconcile(deps: PaymentsDeps, since?: Date): Promise<Reconciled> {
  const done = newRound()
  const seenIds = new Set<string>()
  const unread = await unreadableNow(deps.db)
  for await (const intent of intentsSince(deps, startOf(deps, listedFor, since))) {
    seenIds.add(intent.id)
    done.looked++
    await eachApart(deps, done, intent.id, async () =>
      bookDifference(deps, await readAll(deps, intent), unread),
    )
  }
  await settleOpenOrders(deps, done, seenIds)
  for (const reread of [rereadRefunds, rereadDisputes])
    await reread(deps, done, since).catch((error: unknown) => {
      if (!isProviderTrouble(error)) throw error
      done.unreachable++
    })
  await raiseStuckRefunds(deps)
  return done
}

/** A refund may fail weeks after its payment has left the list above. */
async function rereadRefunds(deps: PaymentsDeps, done: Reconciled, since?: Date): Promise<void> {
  for await (const refund of deps.cards.refunds.list({
    created: created(startOf(deps, refundsListedFor, since)),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_refund').select('state').where('id', '=', refund.id)
    if (comesAfter((await known.executeTakeFirst())?.state, readRefund(refund).state))
      await lookAgain(deps, done, refund)
  }
}

/** A dispute is opened, and decided, months after. */
async function rereadDisputes(deps: PaymentsDeps, done: Reconciled, since?: Date): Promise<void> {
  for await (const dispute of deps.cards.disputes.list({
    created: created(startOf(deps, disputesListedFor, since)),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_dispute').select('state').where('id', '=', dispute.id)
    if (disputeComesAfter((await known.executeTakeFirst())?.state, readDispute(dispute).state))
      await lookAgain(deps, done, dispute)
  }
}

function startOf({ clock }: PaymentsDeps, usual: Ms, since?: Date): Date {
  const listed = earlier(clock.now(), usual)
  return since && since < listed ? since : listed
}

const created = (from: Date) => ({ gte: Math.floor(from.getTime() / 1000) })

/** At the intent that something new was listed of, when it is one of ours. */
async function lookAgain(
  deps: PaymentsDeps,
  done: Reconciled,
  { object, payment_intent }: Stripe.Refund | Stripe.Dispute,
): Promise<void> {
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (!intentId || !(await paymentOfIntent(deps.db, intentId))) return
  await eachApart(deps, done, intentId, async () => {
    const seen = await lookAt(deps, intentId, object === 'dispute')
    return (await bookIntent(deps, seen)) !== 'foreign'
  })
}

/** Only what differs is booked, or could not be read before: most of a list is as we know it. */
async function bookDifference(deps: PaymentsDeps, listed: SeenIntent, unread: Set<string>): Promise<boolean> {
  const seen = await recoverIntent(deps, listed)
  const order = await orderOfIntent(deps.db, seen.id)
  const wasUnread = unread.has(seen.id) || order?.payments.some(({ id }) => unread.has(id))
  if (order && isStray(order, seen)) return (await cancelPayment(deps, seen.id)) !== 'open'
  if (order && !wasUnread && !differs(order, seen)) return false
  const synced = await bookIntent(deps, seen)
  return synced !== 'unknown' && synced !== 'mismatch'
}

/** It was closed while the provider did not know it (`closeUnknownIntent`), and could be paid again. */
const isStray = ({ payments }: Order, { status }: SeenIntent) =>
  status !== 'succeeded' && status !== 'canceled' && payments.every(({ state }) => state === 'cancelled')

function differs({ payments }: Order, seen: SeenIntent): boolean {
  if (seen.status === 'canceled') return payments.some(({ state }) => state === 'open')
  if (seen.status !== 'succeeded') return false
  const dispute = disputeOf(seen.disputes.map(({ state }) => state))
  return (
    payments.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0) !== backOf(seen) ||
    payments.some(
      (payment) =>
        payment.state === 'open' ||
        payment.state === 'cancelled' ||
        payment.livemode === null ||
        (dispute !== undefined && payment.dispute !== dispute),
    )
  )
}

const backOf = ({ refunds }: SeenIntent) =>
  refunds.reduce((sum, { state, cents }) => (state === 'succeeded' ? sum + cents : sum), 0)
