import { type MoneyMode, moneyModes } from '@lacre/letter/price/money.ts'
import { type DisputeState, isGivenUp } from '@lacre/letter/price/payment-states.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'
import { lockLetters } from '../letters/letters-table.ts'
import type { World } from '../world.ts'

/** A letter's part of an order, with its money. */
export type Payment = Row<'payment_money'>

/**
 * The payments of one intent (design/money.md#orders), sorted by letter id. `cents`: their sum. `back`: cents the
 * provider has refunded. `hash`: of all letters' pages; for one letter, its own hash.
 */
export type Order = Row<'payment_order'> & { cents: number; back: number; hash: string; payments: Payment[] }

/** A letter of an order, with its payment. */
export type Part = { letter: Row<'letter'>; payment: Payment }

export async function findOrder(db: Db | Tx, id: string): Promise<Order> {
  const order = await readOrder(db, sql`id = ${id}`)
  if (!order) throw new Error('a payment without an order')
  return order
}

export const orderOfIntent = (db: Db | Tx, intentId: string): Promise<Order | undefined> =>
  readOrder(db, sql`intent_id = ${intentId}`)

/** The order that still waits for the provider's answer. */
export const unansweredOrder = (db: Db | Tx, name: string): Promise<Order | undefined> =>
  readOrder(db, sql`name = ${name} and state in ('open', 'paid') and intent_id is null`)

/** Locks the letters, then the order (design/trust.md#lock-order), and reads both again. */
export async function lockOrder(
  tx: Tx,
  { id, payments }: Pick<Order, 'id' | 'payments'>,
): Promise<{ order: Order; parts: Part[] }> {
  const letters = await lockLetters(
    tx,
    payments.map(({ letter_id }) => letter_id),
  )
  await tx.selectFrom('payment_order').select('id').where('id', '=', id).forUpdate().execute()
  const order = await findOrder(tx, id)
  const parts = order.payments.map((payment) => {
    const letter = letters.find((one) => one.id === payment.letter_id)
    if (!letter) throw new Error('a payment without its letter')
    return { letter, payment }
  })
  return { order, parts }
}

async function readOrder(db: Db | Tx, condition: ReturnType<typeof sql>): Promise<Order | undefined> {
  const order = await db
    .selectFrom('payment_order')
    .selectAll()
    .select(
      sql<number>`(select coalesce(sum(cents), 0)::int from card_refund
        where order_id = payment_order.id and card_refund.state = 'succeeded')`.as('back'),
    )
    .where(sql<boolean>`${condition}`)
    .executeTakeFirst()
  if (!order) return undefined
  const payments = await db
    .selectFrom('payment_money')
    .innerJoin('letter', 'letter.id', 'letter_id')
    .selectAll('payment_money')
    .select('pdf_sha256')
    .where('order_id', '=', order.id)
    .orderBy('letter_id')
    .execute()
  return {
    ...order,
    cents: payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
    hash: payments.map(({ pdf_sha256 }) => pdf_sha256).reduce(hashOfBoth),
    payments,
  }
}

const hashOfBoth = (one: string, other: string) =>
  createHash('sha256').update(`${one} ${other}`).digest('hex')

/** The open or paid payment of a letter. The unique index allows one. */
export const livePayment = async (db: Db | Tx, letterId: string): Promise<Payment | undefined> =>
  (await livePayments(db, [letterId]))[0]

/** At most one per letter. */
export const livePayments = (db: Db | Tx, letterIds: string[]): Promise<Payment[]> =>
  db
    .selectFrom('payment_money')
    .selectAll()
    .where('letter_id', 'in', letterIds)
    .where('state', 'in', ['open', 'paid'])
    .orderBy('letter_id')
    .execute()

export const findPayments = (tx: Tx, letterId: string): Promise<Payment[]> =>
  tx.selectFrom('payment_money').selectAll().where('letter_id', '=', letterId).orderBy('id').execute()

export const findPayment = (db: Db | Tx, id: string): Promise<Payment> =>
  db.selectFrom('payment_money').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The number of orders an account began since then and did not pay, including ended ones. */
export async function unpaidSince(tx: Tx, accountId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('payment_money')
    .innerJoin('letter', 'letter.id', 'letter_id')
    .select((eb) => eb.fn.count<string>('order_id').distinct().as('count'))
    .where('letter.account_id', '=', accountId)
    .where('payment_money.created_at', '>', since)
    .where('payment_money.state', 'in', ['open', 'cancelled'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The fields of an order taken from the provider's record (`recoverIntent`). */
type Recovered = Pick<NewRow<'payment_order'>, 'name' | 'intent_id' | 'idempotency_key' | 'state'>

/**
 * Requires the letters' locks. Each payment is for its letter's total. An order of one letter has the letter's id as
 * its name.
 */
export async function openOrder(
  { random, clock }: Pick<World, 'random' | 'clock'>,
  tx: Tx,
  letters: Row<'letter'>[],
  recovered?: Recovered,
): Promise<void> {
  const id = random.uuid()
  const [first] = letters
  const name = letters.length === 1 ? first!.id : id
  const own = { name, idempotency_key: `letter:${name}:${random.uuid()}`, state: 'open' } as const
  const order = { id, created_at: clock.now(), currency: first!.currency, ...(recovered ?? own) }
  await tx.insertInto('payment_order').values(order).execute()
  await tx
    .insertInto('payment')
    .values(
      letters.map((letter) => ({
        id: random.uuid(),
        letter_id: letter.id,
        order_id: id,
        state: order.state,
        amount_cents: letter.total_cents,
      })),
    )
    .execute()
}

/** Writes the intent's id once: an order never changes from one intent to another. */
export async function nameIntent(db: Db | Tx, orderId: string, intentId: string): Promise<void> {
  await db
    .updateTable('payment_order')
    .set({ intent_id: intentId })
    .where('id', '=', orderId)
    .where('intent_id', 'is', null)
    .execute()
}

export async function closeOrder(db: Db | Tx, id: string): Promise<void> {
  await closing(db, id).execute()
}

/** Only while no intent is known: a known intent can still be paid. */
export async function closeUnknown(db: Db, id: string): Promise<void> {
  await closing(db, id).where('intent_id', 'is', null).execute()
}

const closing = (db: Db | Tx, id: string) =>
  db.updateTable('payment_order').set({ state: 'cancelled' }).where('id', '=', id).where('state', '=', 'open')

/** Stores whether the money is real. */
export async function keepLivemode(tx: Tx, { id, livemode }: Order, seen: boolean): Promise<void> {
  if (livemode !== seen)
    await tx.updateTable('payment_order').set({ livemode: seen }).where('id', '=', id).execute()
}

export async function markPaid(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.updateTable('payment_order').set({ state: 'paid', paid_at: now }).where('id', '=', id).execute()
  await tx
    .updateTable('payment')
    .set((eb) => ({ received_cents: eb.ref('amount_cents') }))
    .where('order_id', '=', id)
    .execute()
}

/** Money that pays for no letter until it is refunded: each payment up to its sum, the rest to the last. */
export async function markTaken(tx: Tx, { id, state, payments }: Order, cents: number): Promise<void> {
  if (state !== 'open' && state !== 'cancelled') return
  await tx.updateTable('payment_order').set({ state: 'taken' }).where('id', '=', id).execute()
  let left = cents
  for (const payment of payments) {
    const received_cents = payment === payments.at(-1) ? left : Math.min(left, payment.amount_cents)
    await tx.updateTable('payment').set({ received_cents }).where('id', '=', payment.id).execute()
    left -= received_cents
  }
}

export async function markDispute(tx: Tx, id: string, dispute: DisputeState): Promise<void> {
  await tx.updateTable('payment_order').set({ dispute }).where('id', '=', id).execute()
}

/** An invoice is due while this differs from what was taken and not refunded (`books`). */
export async function noteInvoiced(tx: Tx, paymentId: string, cents: number): Promise<void> {
  await tx.updateTable('payment').set({ invoiced_cents: cents }).where('id', '=', paymentId).execute()
}

/** The letters with money of the kind printed here (design/trust.md#never-printed-unpaid); in the sandbox all. */
export async function becomesPaper(db: Db | Tx, mode: MoneyMode, letterIds: string[]): Promise<Set<string>> {
  if (!moneyModes[mode].isLive) return new Set(moneyModes[mode].becomesPaper ? letterIds : [])
  if (!letterIds.length) return new Set()
  const live = await db
    .selectFrom('payment_money')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('paid_at', 'is not', null)
    .where('livemode', '=', true)
    .execute()
  return new Set(live.map(({ letter_id }) => letter_id))
}

/**
 * The state of a letter's money. `disputed`: a bank decides; `lost`: the bank gave it back. `partly-refunded` does not
 * pay for the whole. `refund-failed`: we asked for a refund, and the provider gave up.
 */
export type Money =
  'paid' | 'disputed' | 'lost' | 'partly-refunded' | 'refund-asked' | 'refund-failed' | 'none'

/** Requires the letter's lock. Money on its way back pays for nothing, even if the refund was not asked for here. */
export async function readMoneyState(tx: Tx, letterId: string): Promise<Money> {
  const payment = await tx
    .selectFrom('payment_money')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', 'in', ['paid', 'refunded', 'taken'])
    .orderBy('state') // 'paid' before 'refunded', and both before 'taken'
    .executeTakeFirst()
  if (!payment) return 'none'
  const { state, dispute, asked, received_cents: received, left_cents: left } = payment
  if (state === 'refunded') return 'refund-asked'
  if (dispute === 'open') return 'disputed'
  if (dispute === 'lost') return 'lost'
  if ((asked && !isGivenUp(asked)) || (received > 0 && left <= 0)) return 'refund-asked'
  if (asked) return 'refund-failed'
  if (state === 'taken') return 'none'
  return left < received ? 'partly-refunded' : 'paid'
}

/**
 * Groups letters by order, as a mail names them: the first, the others as JSON. Each unpaid letter is its own group.
 */
export async function paidTogether(
  tx: Tx,
  letterIds: string[],
): Promise<{ letterId: string; others?: string }[]> {
  if (!letterIds.length) return []
  const paid = await tx
    .selectFrom('payment')
    .select(['letter_id', 'order_id'])
    .where('letter_id', 'in', letterIds)
    .where('state', '=', 'paid')
    .execute()
  const orderOf = new Map(paid.map(({ letter_id, order_id }) => [letter_id, order_id]))
  const orders = [...Map.groupBy(letterIds, (id) => orderOf.get(id) ?? id).values()]
  return orders.map(([letterId = '', ...others]) => ({
    letterId,
    ...(others.length && { others: JSON.stringify(others) }),
  }))
}
