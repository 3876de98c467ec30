import { inMoney, moneyModes } from '@lacre/letter/price/money.ts'
import { paymentStateNames } from '@lacre/letter/price/payment-states.ts'
import { raiseConcern } from '../../database/concerns.ts'
import type { Db, Row, Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import { lockOrder, orderOfIntent, unansweredOrder, type Order, type Part } from '../table/orders-table.ts'
import {
  closePayments,
  keepLivemode,
  markTaken,
  nameIntent,
  paymentById,
  type Payment,
} from '../table/payments-table.ts'
import { bookDisputes } from '../disputes/book-disputes.ts'
import { bookRefunds } from '../refunds/book-refunds.ts'
import type { SeenIntent } from '../seen-intent.ts'
import { referenceOf, spread } from '../spread.ts'
import { settleUnreadable } from '../unreadable.ts'
import { acceptPaidOrder } from './accept-paid-order.ts'

export type CardEvent = { id: string; type: string }
/** 'seen-before': the event that told us was booked already. */
export type Synced = Payment['state'] | 'mismatch' | 'foreign' | 'unknown' | 'seen-before'

/**
 * What was seen at the provider becomes true here, in one transaction with everything that follows from it and with
 * the event that told us (design.md#webhook-is-a-hint). Seen twice, late or in any order, it changes our books once.
 */
export async function bookIntent(deps: PaymentsDeps, seen: SeenIntent, event?: CardEvent): Promise<Synced> {
  if (!seen.isOurs) return 'foreign'
  return deps.db.transaction().execute(async (tx) => {
    const found = await findAndLock(deps, tx, seen)
    if (!found) {
      if (seen.status === 'succeeded') await raiseUnknown(tx, seen)
      return 'unknown'
    }
    // The letters are locked: of two deliveries of an event at once, the second sees the first here.
    if (event && !(await keepEvent(tx, event, deps.clock.now()))) return 'seen-before'
    return bookFound(deps, tx, seen, found)
  })
}

type Found = { order: Order; parts: Part[] }

/** By the intent's id; else the order that still waits for the provider's answer: this is that answer. */
async function findAndLock(deps: PaymentsDeps, tx: Tx, seen: SeenIntent): Promise<Found | undefined> {
  const known = await orderOfIntent(tx, seen.id)
  if (known) return { order: known, parts: await lockOrder(deps, tx, known) }
  const waiting = await unansweredOrder(tx, seen.orderId)
  if (!waiting) return undefined
  await lockOrder(deps, tx, waiting)
  await nameIntent(tx, waiting.idempotency_key, seen.id)
  const parts = await lockOrder(deps, tx, waiting)
  return parts.every(({ payment }) => payment.intent_id === seen.id) ? { order: waiting, parts } : undefined
}

/** `seen` may be older than what is booked: nothing here leads backwards. */
async function bookFound(
  deps: PaymentsDeps,
  tx: Tx,
  seen: SeenIntent,
  { order, parts }: Found,
): Promise<Synced> {
  const payments = parts.map(({ payment }) => payment)
  const ids = payments.map(({ id }) => id)
  await settleUnreadable(tx, { intentId: seen.id, payments }, deps.clock.now())
  await keepLivemode(tx, ids, seen.isLive)
  if (seen.status === 'canceled') await closePayments(tx, ids)
  if (seen.status !== 'succeeded') return stateNow(tx, parts)
  const isOther = isMismatch(deps, seen, order, parts)
  if (isOther) await stopOrder(deps, tx, seen, order, parts)
  else await acceptPaidOrder(deps, tx, parts)
  await bookDisputes(deps, tx, parts, seen.disputes)
  await bookRefunds(deps, tx, parts, seen.refunds)
  return isOther ? 'mismatch' : stateNow(tx, parts)
}

/** Of several the one of the first: what differs are refunds of single letters. */
const stateNow = async (tx: Tx, parts: Part[]): Promise<Payment['state']> =>
  (await paymentById(tx, parts[0]!.payment.id)).state

/** Money counts for an order only if sum, currency, letters and bytes are the frozen ones, and nobody had closed it. */
const isMismatch = ({ mode }: PaymentsDeps, seen: SeenIntent, order: Order, parts: Part[]) =>
  seen.received !== order.cents ||
  seen.currency !== order.currency ||
  seen.isLive !== moneyModes[mode].isLive ||
  seen.orderId !== order.id ||
  seen.hash !== order.hash ||
  parts.some(({ payment }) => payment.state === 'cancelled' || payment.state === 'taken')

/** It pays for none of its letters, until a person gives it back. */
async function stopOrder(deps: PaymentsDeps, tx: Tx, seen: SeenIntent, order: Order, parts: Part[]) {
  const shares = spread(
    seen.received,
    parts.map(() => seen.received),
  )
  for (const [index, part] of parts.entries()) {
    const { letter, payment } = part
    await raiseMismatch(tx, seen, order, part, index)
    await markTaken(tx, payment.id, shares[index] ?? 0)
    if (letter.state === 'frozen') await doubt(deps, tx, letter)
  }
}

const doubt = ({ takeStep, clock }: PaymentsDeps, tx: Tx, { id }: Row<'letter'>) =>
  takeStep(tx, { letterId: id, step: 'doubt', cause: 'card-provider', now: clock.now() })

/** The button is there as long as it is not asked back, and no bank decides. Another payment may pay for the letter. */
const raiseMismatch = (tx: Tx, seen: SeenIntent, order: Order, { letter, payment }: Part, index: number) =>
  raiseConcern(tx, {
    kind: 'payment-mismatch',
    letterId: payment.letter_id,
    reference: referenceOf(seen.id, payment, index),
    note:
      `El proveedor de pago ha cobrado ${inMoney(seen.received, seen.currency)} y ${order.payments.length > 1 ? 'las cartas pedían' : 'la carta pedía'} ` +
      `${inMoney(order.cents, order.currency)}. El pago constaba aquí como ` +
      `«${paymentStateNames[payment.state]}». ${isStopped(letter) ? 'No se imprime nada' : 'La carta sigue como estaba'}. ` +
      `Mientras no decida un banco, lo cobrado vuelve con «Devolver el dinero», en la carta.`,
  })

const isStopped = ({ state }: Row<'letter'>) => state === 'frozen' || state === 'needs-person'

const raiseUnknown = (tx: Tx, seen: SeenIntent) =>
  raiseConcern(tx, {
    kind: 'payment-unknown',
    letterId: null,
    reference: seen.id,
    note: `El proveedor de pago ha cobrado ${inMoney(seen.received, seen.currency)} por un pago que aquí no consta.`,
  })

/** False: it was known before. */
export async function keepEvent(tx: Db | Tx, { id, type }: CardEvent, now: Date): Promise<boolean> {
  const kept = await tx
    .insertInto('card_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}
