import { days, earlier, inSeconds, later, minutes, type Ms } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import { disputeOf } from '@lacre/letter/price/payment-states.ts'
import { comesAfter, disputeComesAfter } from './provider-states.ts'
import { sql, type UpdateObject } from 'kysely'
import type Stripe from 'stripe'
import { raiseIssue } from '../database/issues.ts'
import type { Db, Row, Tables } from '../database/tables.ts'
import { isDatabaseAway } from '../database/transactions.ts'
import {
  type PaymentsDeps,
  intentsSince,
  isProviderTrouble,
  isRefusal,
  fetchIntent,
  readWholeIntent,
  readDispute,
  readRefund,
  type SeenIntent,
} from './seen-intent.ts'
import { cancelPayment, learnIntent, recoverIntent } from './learn-intent.ts'
import { findOrder, type Order, orderOfIntent } from './orders-table.ts'
import { bookIntent, raiseUnreadable, unreadableNow } from './sync.ts'
import { findIntentId, type Received, receiveEvent, wantedEvents } from './webhook.ts'

/** Longer than the three days for which the provider resends an event. */
const listedFor = days(4)
/** A bank may return a refund for a month. */
const refundsListedFor = days(40)
/** An inquiry can take four months, and its dispute three more. */
const disputesListedFor = days(240)

/**
 * Compares everything (design/trust.md#lost-events-are-found): the provider's list of the last four days, then each
 * older open payment, then refunds of 40 days. `since` looks further back.
 * @throws StripeError when the list of payments fails.
 */
export async function reconcile(
  deps: PaymentsDeps,
  since?: Date,
  done: Reconciled = newRound(),
): Promise<Reconciled> {
  const seenIds = new Set<string>()
  const unread = await unreadableNow(deps.db)
  for await (const intent of intentsSince(deps, listFrom(deps, listedFor, since))) {
    seenIds.add(intent.id)
    done.looked++
    await eachApart(deps, done, intent.id, async () =>
      bookDifference(deps, await readWholeIntent(deps, intent), unread),
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

/** A refund can fail weeks after its payment has left the list above. */
async function rereadRefunds(deps: PaymentsDeps, done: Reconciled, since?: Date): Promise<void> {
  for await (const refund of deps.cards.refunds.list({
    created: created(listFrom(deps, refundsListedFor, since)),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_refund').select('state').where('id', '=', refund.id)
    if (comesAfter((await known.executeTakeFirst())?.state, readRefund(refund).state))
      await lookAgain(deps, done, refund)
  }
}

/** A dispute can open, or be decided, months later. */
async function rereadDisputes(deps: PaymentsDeps, done: Reconciled, since?: Date): Promise<void> {
  for await (const dispute of deps.cards.disputes.list({
    created: created(listFrom(deps, disputesListedFor, since)),
    limit: 100,
  })) {
    const known = deps.db.selectFrom('card_dispute').select('state').where('id', '=', dispute.id)
    if (disputeComesAfter((await known.executeTakeFirst())?.state, readDispute(dispute).state))
      await lookAgain(deps, done, dispute)
  }
}

function listFrom({ clock }: PaymentsDeps, usual: Ms, since?: Date): Date {
  const listed = earlier(clock.now(), usual)
  return since && since < listed ? since : listed
}

const created = (from: Date) => ({ gte: Math.floor(from.getTime() / 1000) })

/** Books the intent of a changed refund or dispute, if it is ours. */
async function lookAgain(
  deps: PaymentsDeps,
  done: Reconciled,
  listed: Stripe.Refund | Stripe.Dispute,
): Promise<void> {
  const intentId = findIntentId(listed)
  if (!intentId || !(await orderOfIntent(deps.db, intentId))) return
  await eachApart(deps, done, intentId, async () => {
    const seen = await fetchIntent(deps, intentId, listed.object === 'dispute')
    return (await bookIntent(deps, seen)) !== 'foreign'
  })
}

/** Books only differences and payments that were unreadable before: most of the list is unchanged. */
async function bookDifference(deps: PaymentsDeps, listed: SeenIntent, unread: Set<string>): Promise<boolean> {
  const seen = await recoverIntent(deps, listed)
  const order = await orderOfIntent(deps.db, seen.id)
  const wasUnread = unread.has(seen.id) || (order && unread.has(order.id))
  if (order && isStray(order, seen)) return (await cancelPayment(deps, seen.id)) !== 'open'
  if (order && !wasUnread && !differs(order, seen)) return false
  const synced = await bookIntent(deps, seen)
  return synced !== 'unknown' && synced !== 'mismatch'
}

/** Its order was closed while the provider did not know it (`closeUnknownIntent`); now it could be paid. */
const isStray = ({ state }: Order, { status }: SeenIntent) =>
  status !== 'succeeded' && status !== 'canceled' && state === 'cancelled'

function differs({ state, back, livemode, dispute: known }: Order, seen: SeenIntent): boolean {
  if (seen.status === 'canceled') return state === 'open'
  if (seen.status !== 'succeeded') return false
  const dispute = disputeOf(seen.disputes.map(({ state }) => state))
  const isUnbooked = state === 'open' || state === 'cancelled' || livemode === null
  return isUnbooked || back !== sumRefunded(seen) || (dispute !== undefined && known !== dispute)
}

const sumRefunded = ({ refunds }: SeenIntent) =>
  refunds.reduce((sum, { state, cents }) => (state === 'succeeded' ? sum + cents : sum), 0)

/** The daily comparison finds an event that the provider never lists. */
const comparedEvery = days(1)

/**
 * Finds lost webhooks from the list of events, on one node. Once a day it compares everything
 * (design/trust.md#lost-events-are-found).
 */
export async function reconcileInTurn(deps: PaymentsDeps): Promise<Reconciled | 'locked'> {
  const turn = await takeTurn(deps.db)
  if (!turn) return 'locked'
  try {
    return await round(deps, turn)
  } finally {
    await note(deps.db, { lease_until: null })
  }
}

async function round(deps: PaymentsDeps, turn: Turn): Promise<Reconciled> {
  const { db, clock } = deps
  const now = clock.now()
  const done = newRound()
  // If our clock was ahead for a while, the stored time lies in the future.
  const { compared_at } = turn
  let since = turn.read_until && turn.read_until < now ? turn.read_until : now
  if (!compared_at || compared_at <= earlier(now, comparedEvery) || compared_at > now) {
    await reconcile(deps, earlier(since, listedFor), done)
    if (!done.unreachable) {
      await note(db, { compared_at: now })
      since = now
    }
  }
  let newest: Date | undefined
  try {
    newest = await readEvents(deps, done, since)
  } finally {
    // Neither needs the events, which a key may not be allowed to list.
    await settleOpenOrders(deps, done)
    await raiseStuckRefunds(deps)
  }
  // Keep the cursor when a call failed, so that the next round reads the same events again.
  const read_until = newest && newest > since ? newest : since
  if (!done.unreachable) await note(db, { read_until })
  return done
}

/** The provider may list an event this long after its date. Duplicates are recognised by id. */
const listedLate = minutes(15)

/** Receives each event since then as if by webhook. Answers the date of the newest. @throws StripeError */
async function readEvents(deps: PaymentsDeps, done: Reconciled, since: Date): Promise<Date | undefined> {
  const created = { gte: Math.floor(earlier(since, listedLate).getTime() / 1000) }
  let newest: Date | undefined
  for await (const event of deps.cards.events.list({ types: [...wantedEvents], created, limit: 100 })) {
    newest ??= new Date(event.created * 1000)
    const intentId = findIntentId(event.data.object)
    if (intentId)
      await eachApart(deps, done, intentId, async () => {
        const received = await receiveEvent(deps, event)
        if (received !== 'seen-before') done.looked++
        return !untouched.includes(received)
      })
  }
  return newest
}

const untouched: Received[] = ['seen-before', 'ignored', 'foreign', 'unknown', 'mismatch', 'open']

/** The call that opened a younger order may still be running. */
const settledAfter = minutes(2)
const over = ['cancelled', 'expired'] as const satisfies State[]

/** `isOver`: one of its letters has ended, so its intent must not stay payable. */
type OpenOrder = { id: string; intent_id: string | null; isOver: boolean }

/**
 * Settles open orders that no event reports: the provider's answer never came, or a letter has ended. With `seen`, also
 * every open order whose intent was not just seen.
 */
async function settleOpenOrders(deps: PaymentsDeps, done: Reconciled, seen?: Set<string>): Promise<void> {
  for (const open of await openOrders(deps))
    if (open.intent_id === null || open.isOver || (seen && !seen.has(open.intent_id)))
      await settle(deps, done, open)
}

const openOrders = ({ db, clock }: PaymentsDeps): Promise<OpenOrder[]> =>
  db
    .selectFrom('payment_order')
    .select(['id', 'intent_id'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('payment')
            .innerJoin('letter', 'letter.id', 'letter_id')
            .select('letter.id')
            .whereRef('order_id', '=', 'payment_order.id')
            .where('letter.state', 'in', over),
        )
        .$castTo<boolean>()
        .as('isOver'),
    )
    .where('state', '=', 'open')
    .where('created_at', '<=', earlier(clock.now(), settledAfter))
    .orderBy('created_at')
    .execute()

async function settle(deps: PaymentsDeps, done: Reconciled, open: OpenOrder): Promise<void> {
  const { id, intent_id, isOver } = open
  done.looked++
  await eachApart(deps, done, intent_id ?? id, async () => {
    const order = await findOrder(deps.db, id)
    const seen = await learnIntent(deps, order).catch((error: unknown) => unlessClosed(deps, id, error))
    if (!seen) return true
    const isEnded = seen.status === 'succeeded' || seen.status === 'canceled'
    return (isOver && !isEnded ? await cancelPayment(deps, seen.id) : await bookIntent(deps, seen)) !== 'open'
  })
}

/** If the provider refused to make the intent, the order is closed by now: no issue is needed. */
async function unlessClosed({ db }: PaymentsDeps, id: string, error: unknown): Promise<undefined> {
  if ((await findOrder(db, id)).state !== 'cancelled') throw error
}

/** How long the provider usually takes to answer, and to deliver the refund. */
const usual = { asked: days(1), pending: days(10) }

/** Raised again when a repeated refund does not arrive either. */
async function raiseStuckRefunds({ db, clock }: PaymentsDeps): Promise<void> {
  const stuck = await db
    .selectFrom('refund')
    .innerJoin('payment_money', 'payment_money.id', 'refund.payment_id')
    .select(['payment_money.id', 'letter_id', 'refund.state', 'refund.requested_at'])
    .where((is) => is.or([is('dispute', 'is', null), is('dispute', '=', 'won')])) // else a bank decides
    .where((is) =>
      is.or([
        is('refund.state', '=', 'asked').and('refund.requested_at', '<', earlier(clock.now(), usual.asked)),
        is('refund.state', '=', 'pending').and(
          'refund.requested_at',
          '<',
          earlier(clock.now(), usual.pending),
        ),
      ]),
    )
    .execute()
  for (const { id, letter_id, state, requested_at } of stuck)
    await raiseIssue(
      db,
      {
        kind: 'refund-stuck',
        letterId: letter_id,
        reference: id,
        note: 'El proveedor de pago no confirma esta devolución desde hace más de lo normal: un día sin respuesta suya, o diez en camino.',
      },
      later(requested_at, state === 'pending' ? usual.pending : usual.asked),
    )
}

/**
 * `changed` leaves out payments that raised an issue. `unread`: payments that raised `payment-unreadable`.
 * `unreachable`: calls that the provider or our database did not answer; the next round repeats them.
 */
type Reconciled = { looked: number; changed: number; unread: number; unreachable: number }

const newRound = (): Reconciled => ({ looked: 0, changed: 0, unread: 0, unreachable: 0 })

/** One unreadable payment raises an issue and does not stop the others. */
async function eachApart(
  deps: PaymentsDeps,
  done: Reconciled,
  reference: string,
  bring: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await bring()) done.changed++
  } catch (error) {
    if (await isAway(deps, error)) {
      done.unreachable++
      return
    }
    const why = isProviderTrouble(error) ? whyRefused(error) : 'dice algo que no se entiende'
    const note = `El proveedor de pago ${why} (${reference}). Compruebe que las claves son las de siempre.`
    done.unread++
    await raiseUnreadable(deps.db, reference, note)
  }
}

const isAway = async ({ cards }: PaymentsDeps, error: unknown): Promise<boolean> =>
  isProviderTrouble(error)
    ? !isRefusal(error) || (isAboutKey(error) && !(await isKeyAccepted(cards)))
    : isDatabaseAway(error)

/** A key refused for everything has its own alarm (`cards-refused`): no issue per payment then. */
const isAboutKey = ({ statusCode }: Stripe.errors.StripeError) => statusCode === 401 || statusCode === 403

/** Whether the provider accepts the key for listing payments. */
const isKeyAccepted = (cards: Stripe): Promise<boolean> =>
  cards.paymentIntents.list({ limit: 1 }).then(
    () => true,
    (error: unknown) => {
      if (isProviderTrouble(error)) return false
      throw error
    },
  )

const whyRefused = ({ code }: Stripe.errors.StripeError) =>
  code === 'resource_missing' ? 'no lo conoce' : 'rechaza lo que se le pregunta de un pago, y de otros no'

/** The stored progress of the node that reconciles. */
type Turn = Pick<Row<'reconciliation'>, 'read_until' | 'compared_at'>

/** Longer than a provider call with its retries. Two overlapping rounds do no harm: nothing is booked twice. */
const leased = inSeconds(minutes(3))

/** A lease for one node. After a crash it expires by itself; no lock is held meanwhile. */
export async function takeTurn(db: Db): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`
    insert into reconciliation (lease_until) values (now() + make_interval(secs => ${leased}))
    on conflict (id) do update set lease_until = excluded.lease_until
      where reconciliation.lease_until is null or reconciliation.lease_until < now()
    returning read_until, compared_at`.execute(db)
  return rows[0]
}

/** An overlapping slower round may set the cursor back: then some events are read again. */
const note = (db: Db, news: UpdateObject<Tables, 'reconciliation'>) =>
  db.updateTable('reconciliation').set(news).execute()
