import { type MoneyMode, moneyModes } from '@lacre/letter/price/money.ts'
import { type DisputeState, isGivenUp } from '@lacre/letter/price/payment-states.ts'
import { sql } from 'kysely'
import type { Db, NewRow, Row, Tx } from '../database/tables.ts'
import { refundOf, sumsOf } from './refunds-table.ts'

export type Payment = Row<'payment'>

/** The open or paid payment of a letter; the unique index allows one. */
export const livePayment = (tx: Db | Tx, letterId: string): Promise<Payment | undefined> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', 'in', ['open', 'paid'])
    .executeTakeFirst()

/** Of several letters; each has at most one. */
export const livePayments = (tx: Db | Tx, letterIds: string[]): Promise<Payment[]> =>
  tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', 'in', letterIds)
    .where('state', 'in', ['open', 'paid'])
    .orderBy('letter_id')
    .execute()

/** How many orders of an account were begun since then and are not paid, ended ones too. */
export async function unpaidSince(tx: Tx, accountId: string, since: Date): Promise<number> {
  const { count } = await tx
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .select((eb) => eb.fn.count<string>('payment.idempotency_key').distinct().as('count'))
    .where('letter.account_id', '=', accountId)
    .where('payment.created_at', '>', since)
    .where('payment.state', 'in', ['open', 'cancelled'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export const paymentById = (tx: Db | Tx, id: string): Promise<Payment> =>
  tx.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const lockPayments = (tx: Tx, ids: string[]): Promise<Payment[]> =>
  tx.selectFrom('payment').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()

export const paymentOfIntent = (tx: Db | Tx, intentId: string): Promise<Payment | undefined> =>
  tx.selectFrom('payment').selectAll().where('intent_id', '=', intentId).executeTakeFirst()

/** Where two ask at once, one inserts; both then find the same rows and with them the same idempotency key. */
export async function openPayments(tx: Tx, payments: NewRow<'payment'>[]): Promise<void> {
  await tx
    .insertInto('payment')
    .values(payments)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** The provider's name for an order's intent, written once: a row never changes from one intent to another. */
export async function nameIntent(tx: Db | Tx, key: string, intentId: string): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ intent_id: intentId })
    .where('idempotency_key', '=', key)
    .where('intent_id', 'is', null)
    .execute()
}

export async function closePayments(tx: Db | Tx, paymentIds: string[]): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ state: 'cancelled' })
    .where('id', 'in', paymentIds)
    .where('state', '=', 'open')
    .execute()
}

/** Only while no intent is known: of one that is, somebody may have the means to pay it. */
export async function closeUnknown(db: Db, key: string): Promise<void> {
  await db
    .updateTable('payment')
    .set({ state: 'cancelled' })
    .where('idempotency_key', '=', key)
    .where('state', '=', 'open')
    .where('intent_id', 'is', null)
    .execute()
}

/** Whether the provider's money is real. */
export async function keepLivemode(tx: Tx, paymentIds: string[], livemode: boolean): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ livemode })
    .where('id', 'in', paymentIds)
    .where('livemode', 'is distinct from', livemode)
    .execute()
}

export async function markPaid(tx: Tx, paymentIds: string[], now: Date): Promise<void> {
  await tx
    .updateTable('payment')
    .set((eb) => ({ state: 'paid', paid_at: now, received_cents: eb.ref('amount_cents') }))
    .where('id', 'in', paymentIds)
    .where('state', '=', 'open')
    .execute()
}

/** Money that pays for no letter, until it is given back. */
export async function markTaken(tx: Tx, paymentId: string, cents: number): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ state: 'taken', received_cents: cents })
    .where('id', '=', paymentId)
    .where('state', 'in', ['open', 'cancelled'])
    .execute()
}

/** `cents`: all that is back. Less than before, when a refund failed after it had succeeded. */
export async function markRefunded(tx: Tx, paymentId: string, cents: number): Promise<void> {
  await sql`
    update payment set
      refunded_cents = least(received_cents, ${cents}),
      state = case when ${cents} >= received_cents then 'refunded'
        when state <> 'refunded' then state when paid_at is null then 'taken' else 'paid' end
    where id = ${paymentId}`.execute(tx)
}

export async function markDispute(tx: Tx, paymentId: string, dispute: DisputeState): Promise<void> {
  await tx.updateTable('payment').set({ dispute }).where('id', '=', paymentId).execute()
}

/** As long as it is not what was taken and not given back, an invoice is due (`books`). */
export async function noteInvoiced(tx: Tx, paymentId: string, cents: number): Promise<void> {
  await tx.updateTable('payment').set({ invoiced_cents: cents }).where('id', '=', paymentId).execute()
}

/**
 * Which of these letters have money of the kind that is printed here, by what the provider's record said of it
 * (design.md#never-printed-unpaid). In the sandbox all of it is.
 */
export async function becomesPaper(db: Db | Tx, mode: MoneyMode, letterIds: string[]): Promise<Set<string>> {
  if (!moneyModes[mode].isLive) return new Set(moneyModes[mode].becomesPaper ? letterIds : [])
  if (!letterIds.length) return new Set()
  const live = await db
    .selectFrom('payment')
    .select('letter_id')
    .where('letter_id', 'in', letterIds)
    .where('paid_at', 'is not', null)
    .where('livemode', '=', true)
    .execute()
  return new Set(live.map(({ letter_id }) => letter_id))
}

/**
 * What the books say of a letter's money. `disputed`: a bank decides; `lost`: it has given the money back.
 * `partly-refunded` is no payment of the whole. `refund-failed`: it was asked back, and the provider gave that up.
 */
export type Money =
  'paid' | 'disputed' | 'lost' | 'partly-refunded' | 'refund-asked' | 'refund-failed' | 'none'

/** After the letter's lock, as everywhere; the payment stays locked. What is on its way back, whoever asked for it, pays for nothing any more. */
export async function moneyOf(tx: Tx, letterId: string): Promise<Money> {
  const payment = await tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', 'in', ['paid', 'refunded', 'taken'])
    .orderBy('state') // a paid one before one that is back, and both before what pays for no letter
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return 'none'
  if (payment.state === 'refunded') return 'refund-asked'
  if (payment.dispute === 'open') return 'disputed'
  if (payment.dispute === 'lost') return 'lost'
  const refund = await refundOf(tx, payment.id)
  if (refund && !isGivenUp(refund.state)) return 'refund-asked'
  const { back, onTheWay } = await sumsOf(tx, payment.id)
  const given = back + onTheWay
  if (given > 0 && given >= payment.received_cents) return 'refund-asked'
  if (refund) return 'refund-failed'
  if (payment.state === 'taken') return 'none'
  return given > 0 ? 'partly-refunded' : 'paid'
}

/**
 * These letters by the orders they were paid in, in the order in which they are named, as a message names them: the first,
 * and the others as JSON. What nobody has paid stands alone.
 */
export async function paidTogether(
  tx: Tx,
  letterIds: string[],
): Promise<{ letterId: string; others?: string }[]> {
  if (!letterIds.length) return []
  const paid = await tx
    .selectFrom('payment')
    .select(['letter_id', 'idempotency_key'])
    .where('letter_id', 'in', letterIds)
    .where('paid_at', 'is not', null)
    .execute()
  const orderOf = new Map(paid.map(({ letter_id, idempotency_key }) => [letter_id, idempotency_key]))
  const orders = [...Map.groupBy(letterIds, (id) => orderOf.get(id) ?? id).values()]
  return orders.map(([letterId = '', ...others]) => ({
    letterId,
    ...(others.length && { others: JSON.stringify(others) }),
  }))
}
