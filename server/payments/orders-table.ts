import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Row, Tx } from '../database/tables.ts'
import { isUuid } from '../database/transactions.ts'
import { lockPayments, type Payment } from './payments-table.ts'
import { lockLetters } from '../letters/letters-table.ts'

/**
 * What one intent pays (design.md#orders): a payment for each of its letters, by the letters' ids. `cents`: their sum.
 * `hash`: of the pages of them all; of one letter it is the letter's own.
 */
export type Order = Pick<Payment, 'intent_id' | 'idempotency_key' | 'currency' | 'created_at'> & {
  id: string
  cents: number
  hash: string
  payments: Payment[]
}

/** A letter of an order, with its payment. */
export type Part = { letter: Row<'letter'>; payment: Payment }

export const orderOf = async (db: Db | Tx, { idempotency_key }: Payment): Promise<Order> => {
  const order = await read(db, sql`idempotency_key = ${idempotency_key}`)
  if (!order) throw new Error('a payment without an order')
  return order
}

export const orderOfIntent = (db: Db | Tx, intentId: string): Promise<Order | undefined> =>
  read(db, sql`intent_id = ${intentId}`)

/** The one that still waits for the provider's answer. */
export const unansweredOrder = async (db: Db | Tx, orderId: string): Promise<Order | undefined> =>
  isUuid(orderId)
    ? read(
        db,
        sql`(order_id = ${orderId} or (order_id is null and letter_id = ${orderId}))
          and payment.state in ('open', 'paid') and intent_id is null`,
      )
    : undefined

/** By its letters, then by its payments, as everywhere (design.md#lock-order). */
export async function lockOrder(tx: Tx, { payments }: Pick<Order, 'payments'>): Promise<Part[]> {
  const letters = await lockLetters(
    tx,
    payments.map(({ letter_id }) => letter_id),
  )
  const locked = await lockPayments(
    tx,
    payments.map(({ id }) => id),
  )
  return letters.map((letter) => {
    const payment = locked.find(({ letter_id }) => letter_id === letter.id)
    if (!payment) throw new Error('a letter without its payment')
    return { letter, payment }
  })
}

async function read(db: Db | Tx, which: ReturnType<typeof sql>): Promise<Order | undefined> {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('letter', 'letter.id', 'payment.letter_id')
    .selectAll('payment')
    .select('letter.pdf_sha256')
    .where(sql<boolean>`${which}`)
    .orderBy('letter_id')
    .execute()
  const [first] = rows
  return (
    first && {
      id: first.order_id ?? first.letter_id,
      intent_id: first.intent_id,
      idempotency_key: first.idempotency_key,
      currency: first.currency,
      created_at: first.created_at,
      cents: rows.reduce((sum, { amount_cents }) => sum + amount_cents, 0),
      hash: rows.map((row) => row.pdf_sha256).reduce(hashOfBoth),
      payments: rows,
    }
  )
}

const hashOfBoth = (one: string, other: string) =>
  createHash('sha256').update(`${one} ${other}`).digest('hex')
