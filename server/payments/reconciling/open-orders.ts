import { earlier, minutes } from '@lacre/letter/days.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { PaymentsDeps } from '../deps.ts'
import { cancelPayment } from '../intents/cancel-intent.ts'
import { learnIntent } from '../intents/learn-intent.ts'
import { bookIntent } from '../intents/sync-intent.ts'
import { orderOf } from '../table/orders-table.ts'
import { paymentById, type Payment } from '../table/payments-table.ts'
import { eachApart, type Reconciled } from './each-apart.ts'

/** A younger payment is still in the hands of the call that opened it. */
const settledAfter = minutes(2)
const over = ['cancelled', 'expired'] as const satisfies State[]

type OpenPayment = Payment & { letter_state: State }
/** The payments of an order that are open; at least one. */
type OpenOrder = readonly [OpenPayment, ...OpenPayment[]]

/** Those no event tells of: the provider's answer never came, or a letter has ended and could still be paid. */
export async function settleStranded(deps: PaymentsDeps, done: Reconciled): Promise<void> {
  for (const open of await openOrders(deps, 'stranded')) await settle(deps, done, open)
}

/** Every one, but those whose intent was seen just now. */
export async function settleOpenOrders(
  deps: PaymentsDeps,
  done: Reconciled,
  seen: Set<string>,
): Promise<void> {
  for (const open of await openOrders(deps, 'all')) {
    const [{ intent_id }] = open
    if (!intent_id || !seen.has(intent_id) || isOver(open)) await settle(deps, done, open)
  }
}

async function openOrders({ db, clock }: PaymentsDeps, which: 'all' | 'stranded'): Promise<OpenOrder[]> {
  const open = await db
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .selectAll('payment')
    .select('letter.state as letter_state')
    .where('payment.state', '=', 'open')
    .where('payment.created_at', '<=', earlier(clock.now(), settledAfter))
    .$if(which === 'stranded', (query) =>
      query.where((is) => is.or([is('payment.intent_id', 'is', null), is('letter.state', 'in', over)])),
    )
    .orderBy('payment.created_at')
    .execute()
  const orders = Map.groupBy(open, ({ idempotency_key }) => idempotency_key).values()
  return orders.flatMap(([first, ...others]) => (first ? [[first, ...others] as const] : [])).toArray()
}

/** One of its letters has ended: such an order must not keep an intent that could still be paid. */
const isOver = (open: OpenOrder) =>
  open.some(({ letter_state }) => over.some((state) => state === letter_state))

async function settle(deps: PaymentsDeps, done: Reconciled, open: OpenOrder): Promise<void> {
  const [{ id, intent_id }] = open
  done.looked++
  await eachApart(deps, done, intent_id ?? id, async () => {
    const order = await orderOf(deps.db, open[0])
    const seen = await learnIntent(deps, order).catch((error: unknown) => unlessClosed(deps, id, error))
    if (!seen) return true
    const isEnded = seen.status === 'succeeded' || seen.status === 'canceled'
    const ends = isOver(open) && !isEnded
    return (ends ? await cancelPayment(deps, seen.id) : await bookIntent(deps, seen)) !== 'open'
  })
}

/** An intent that the provider would not make has closed its rows: nobody can pay it, and nobody need hear of it. */
async function unlessClosed({ db }: PaymentsDeps, id: string, error: unknown): Promise<undefined> {
  if ((await paymentById(db, id)).state !== 'cancelled') throw error
}
