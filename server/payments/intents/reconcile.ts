import { days, earlier, minutes, type Ms } from '@lacre/letter/duration.ts'
import type { State } from '@lacre/letter/journey.ts'
import { disputeComesAfter, disputeOf } from '@lacre/letter/price/dispute-states.ts'
import { comesAfter } from '@lacre/letter/price/refund-states.ts'
import type Stripe from 'stripe'
import { raiseConcern } from '../../database/concerns.ts'
import { cancelPayment } from './cancel-intent.ts'
import { learnIntent } from './learn-intent.ts'
import type { PaymentsDeps } from '../deps.ts'
import { orderOf, orderOfIntent, type Order } from '../table/orders-table.ts'
import { paymentOfIntent, type Payment } from '../table/payments-table.ts'
import {
  intentsSince,
  isProviderTrouble,
  lookAt,
  readDispute,
  readRefund,
  type SeenIntent,
} from '../seen-intent.ts'
import { bookIntent } from './sync-intent.ts'

/** A younger payment is still in the hands of the call that opened it. */
const settledAfter = minutes(2)
/** Longer than the three days for which the provider repeats an event. */
const listedFor = days(4)
/** A bank may send a refund back for a month. */
const refundsListedFor = days(40)
/** An inquiry may rest for four months, and the dispute after it for three. */
const disputesListedFor = days(240)

/** `changed` leaves out what raised a concern: those stay as they are. */
export type Reconciled = { looked: number; changed: number; unreachable: number }
/** `again`: what went wrong on our side, to be tried once more when the rest is done. */
type Round = Reconciled & { again: { reference: string; bring: () => Promise<boolean> }[] }

/**
 * Finds what webhooks lost (design.md#lost-events-are-found): everything the provider has listed in the last four days,
 * then every older open payment, one by one. `since` looks further back. @throws StripeError when not even the list can
 * be had.
 */
export async function reconcile(deps: PaymentsDeps, since?: Date): Promise<Reconciled> {
  const done: Round = { looked: 0, changed: 0, unreachable: 0, again: [] }
  const seenIds = new Set<string>()
  const listed = earlier(deps.clock.now(), listedFor)
  for await (const seen of intentsSince(deps.cards, since && since < listed ? since : listed)) {
    seenIds.add(seen.id)
    done.looked++
    await eachApart(deps, done, seen.id, () => bookDifference(deps, seen))
  }
  for (const open of await openOrders(deps)) {
    const [{ id, intent_id }] = open
    if (intent_id && seenIds.has(intent_id) && !isOver(open)) continue
    done.looked++
    await eachApart(deps, done, intent_id ?? id, () => settleOpen(deps, open))
  }
  for (const reread of [rereadRefunds, rereadDisputes])
    await reread(deps, done).catch((error: unknown) => {
      if (!isProviderTrouble(error)) throw error
      done.unreachable++
    })
  await raiseStuckRefunds(deps)
  const { again, ...last } = done
  for (const { reference, bring } of again) await eachApart(deps, last, reference, bring)
  return last
}

/**
 * One payment that cannot be brought up to date is a matter for a person, and keeps no other. Tried twice, with the
 * others between: a database that was away in the midst of it, with all its connections, is nobody's matter.
 */
async function eachApart(
  deps: PaymentsDeps,
  done: Reconciled & { again?: Round['again'] },
  reference: string,
  bring: () => Promise<boolean>,
) {
  try {
    if (await bring()) done.changed++
  } catch (error) {
    if (isProviderTrouble(error) && error.code !== 'resource_missing') {
      done.unreachable++
      return
    }
    if (!isProviderTrouble(error) && done.again) {
      done.again.push({ reference, bring })
      return
    }
    const payment = await paymentOfIntent(deps.db, reference)
    const why = isProviderTrouble(error) ? 'no lo conoce' : 'dice algo que no se entiende'
    await raiseConcern(deps.db, {
      kind: 'payment-unreadable',
      letterId: payment?.letter_id ?? null,
      reference,
      note: `El proveedor de pago ${why} (${reference}). Compruebe que las claves son las de siempre.`,
    })
  }
}

/** A refund may fail weeks after its payment has left the list above. */
async function rereadRefunds(deps: PaymentsDeps, done: Round): Promise<void> {
  for await (const refund of deps.cards.refunds.list({
    created: since(deps, refundsListedFor),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_refund').select('state').where('id', '=', refund.id)
    if (comesAfter((await known.executeTakeFirst())?.state, readRefund(refund).state))
      await lookAgain(deps, done, refund)
  }
}

/** A dispute is opened, and decided, months after. */
async function rereadDisputes(deps: PaymentsDeps, done: Round): Promise<void> {
  for await (const dispute of deps.cards.disputes.list({
    created: since(deps, disputesListedFor),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_dispute').select('state').where('id', '=', dispute.id)
    if (disputeComesAfter((await known.executeTakeFirst())?.state, readDispute(dispute).state))
      await lookAgain(deps, done, dispute)
  }
}

const since = ({ clock }: PaymentsDeps, time: Ms) => ({
  gte: Math.floor(earlier(clock.now(), time).getTime() / 1000),
})

/** At the intent that something new was listed of, when it is one of ours. */
async function lookAgain(
  deps: PaymentsDeps,
  done: Round,
  { object, payment_intent }: Stripe.Refund | Stripe.Dispute,
): Promise<void> {
  const intentId = typeof payment_intent === 'string' ? payment_intent : payment_intent?.id
  if (!intentId || !(await paymentOfIntent(deps.db, intentId))) return
  await eachApart(deps, done, intentId, async () => {
    const seen = await lookAt(deps.cards, intentId, object === 'dispute')
    return (await bookIntent(deps, seen)) !== 'foreign'
  })
}

/** Only what differs is booked: most of a list is as we know it. */
async function bookDifference(deps: PaymentsDeps, seen: SeenIntent): Promise<boolean> {
  const order = await orderOfIntent(deps.db, seen.id)
  if (order && !differs(order, seen)) return false
  const synced = await bookIntent(deps, seen)
  return synced !== 'unknown' && synced !== 'mismatch'
}

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

type OpenPayment = Payment & { letter_state: State }
/** The payments of an order that are open; at least one. */
type OpenOrder = readonly [OpenPayment, ...OpenPayment[]]

async function openOrders({ db, clock }: PaymentsDeps): Promise<OpenOrder[]> {
  const open = await db
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .selectAll('payment')
    .select('letter.state as letter_state')
    .where('payment.state', '=', 'open')
    .where('payment.created_at', '<=', earlier(clock.now(), settledAfter))
    .orderBy('payment.created_at')
    .execute()
  const orders = Map.groupBy(open, ({ idempotency_key }) => idempotency_key).values()
  return orders.flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : [])).toArray()
}

/** One of its letters has ended: such an order must not keep an intent that could still be paid. */
const isOver = (open: OpenOrder) =>
  open.some(({ letter_state }) => letter_state === 'cancelled' || letter_state === 'expired')

async function settleOpen(deps: PaymentsDeps, open: OpenOrder): Promise<boolean> {
  const seen = await learnIntent(deps, await orderOf(deps.db, open[0]))
  if ((await bookIntent(deps, seen)) !== 'open') return true
  return isOver(open) && (await cancelPayment(deps, seen.id)) !== 'open'
}

/** Money somebody is waiting for, and a worker that has not got through for a day. */
async function raiseStuckRefunds({ db, clock }: PaymentsDeps): Promise<void> {
  const stuck = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.id', 'payment.letter_id'])
    .where((is) => is.or([is('dispute', 'is', null), is('dispute', '=', 'won')])) // else a bank decides
    .where((is) =>
      is.or([
        is('refund.state', '=', 'asked').and('refund.requested_at', '<', earlier(clock.now(), days(1))),
        is('refund.state', '=', 'pending').and('refund.requested_at', '<', earlier(clock.now(), days(10))),
      ]),
    )
    .execute()
  for (const { id, letter_id } of stuck)
    await raiseConcern(db, {
      kind: 'refund-stuck',
      letterId: letter_id,
      reference: id,
      note: 'El proveedor de pago no confirma esta devolución desde hace más de lo normal: un día sin respuesta suya, o diez en camino.',
    })
}
