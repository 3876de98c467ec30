import { raiseConcern, settleUntilAgain } from '../database/concerns.ts'
import type { Db, Tx } from '../database/tables.ts'
import { nameOf, referenceOf } from './spread.ts'
import { orderOfIntent } from './table/orders-table.ts'
import type { Payment } from './table/payments-table.ts'

const kind = 'payment-unreadable'

/**
 * A payment of which the provider says nothing that can be booked. Each letter of an order rests until somebody decides
 * about it, or it can be read after all. `reference`: the intent's name, or our payment's where there is none yet.
 */
export async function raiseUnreadable(db: Db, reference: string, note: string): Promise<void> {
  const order = await orderOfIntent(db, reference)
  if (!order) return raiseConcern(db, { kind, note, letterId: null, reference })
  for (const [index, payment] of order.payments.entries())
    await raiseConcern(db, {
      kind,
      note,
      letterId: payment.letter_id,
      reference: referenceOf(reference, payment, index),
    })
}

/** By the names that `raiseUnreadable` was given. */
export async function unreadableNow(db: Db): Promise<Set<string>> {
  const open = db.selectFrom('concern').select('reference').where('kind', '=', kind)
  const rows = await open.where('settled_at', 'is', null).execute()
  return new Set(rows.map(({ reference }) => nameOf(reference)))
}

/** It has been read. Should it come again, a person hears of it again. */
export function settleUnreadable(
  tx: Tx,
  { intentId, payments }: { intentId: string; payments: Payment[] },
  now: Date,
): Promise<void> {
  const named = payments.flatMap((payment, index) => [referenceOf(intentId, payment, index), payment.id])
  return settleUntilAgain(tx, kind, [intentId, ...named], now)
}
