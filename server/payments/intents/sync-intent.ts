import { inMoney } from '@lacre/letter/price/money.ts'
import { moneyModes } from '@lacre/letter/price/money-modes.ts'
import { paymentStateNames } from '@lacre/letter/price/payment-states.ts'
import { raiseConcern } from '../../database/concerns.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import {
  closePayment,
  keepLivemode,
  livePayment,
  lockPayment,
  markTaken,
  nameIntent,
  paymentById,
  paymentOfIntent,
  type Payment,
} from '../table/payments-table.ts'
import { bookDisputes } from '../disputes/book-disputes.ts'
import { bookRefunds } from '../refunds/book-refunds.ts'
import { lookAt, type SeenIntent } from '../seen-intent.ts'
import { takePayment } from './take-payment.ts'

export type CardEvent = { id: string; type: string }
/** 'seen-before': the event that told us was booked already. */
export type Synced = Payment['state'] | 'mismatch' | 'foreign' | 'unknown' | 'seen-before'

/** Looks at the provider's record of an intent and books what it says. @throws StripeError without an answer. */
export const syncIntent = async (deps: PaymentsDeps, intentId: string, event?: CardEvent): Promise<Synced> =>
  bookIntent(deps, await lookAt(deps.cards, intentId, event?.type.startsWith('charge.dispute.')), event)

/**
 * What was seen at the provider becomes true here, in one transaction with everything that follows from it and with
 * the event that told us (design.md#webhook-is-a-hint). Seen twice, late or in any order, it changes our books once.
 */
export async function bookIntent(deps: PaymentsDeps, seen: SeenIntent, event?: CardEvent): Promise<Synced> {
  if (!seen.ours) return 'foreign'
  return deps.db.transaction().execute(async (tx) => {
    const found = await findAndLock(deps, tx, seen)
    if (!found) {
      if (seen.status === 'succeeded') await raiseUnknown(tx, seen)
      return 'unknown'
    }
    // The letter is locked: of two deliveries of an event at once, the second sees the first here.
    if (event && !(await isNewEvent(tx, event, deps.clock.now()))) return 'seen-before'
    return bookFound(deps, tx, seen, found)
  })
}

type Found = { letter: Row<'letter'>; payment: Payment }

/** By the intent's id; else the letter's payment that still waits for the provider's answer: this is that answer. */
async function findAndLock(
  { lockLetter }: PaymentsDeps,
  tx: Tx,
  seen: SeenIntent,
): Promise<Found | undefined> {
  const known = await paymentOfIntent(tx, seen.id)
  const letter = await lockLetter(tx, known?.letter_id ?? seen.letterId)
  if (!letter) return undefined
  if (known) return { letter, payment: await lockPayment(tx, known.id) }
  const waiting = await livePayment(tx, letter.id)
  if (!waiting || waiting.intent_id) return undefined
  await nameIntent(tx, waiting.id, seen.id)
  const payment = await lockPayment(tx, waiting.id)
  return payment.intent_id === seen.id ? { letter, payment } : undefined
}

/** `seen` may be older than what is booked: nothing here leads backwards. */
async function bookFound(
  deps: PaymentsDeps,
  tx: Tx,
  seen: SeenIntent,
  { letter, payment }: Found,
): Promise<Synced> {
  if (seen.status === 'canceled') await closePayment(tx, payment.id)
  if (seen.status !== 'succeeded') return (await paymentById(tx, payment.id)).state
  if (isMismatch(deps, seen, letter, payment)) {
    await raiseMismatch(tx, seen, payment)
    await markTaken(tx, payment.id, seen.received)
    if (letter.state === 'frozen') await doubt(deps, tx, letter)
    await bookDisputes(deps, tx, payment, seen.disputes)
    await bookRefunds(deps, tx, await paymentById(tx, payment.id), seen.refunds)
    return 'mismatch'
  }
  await keepLivemode(tx, payment.id, seen.isLive)
  if (payment.state === 'open') await takePayment(deps, tx, letter, payment)
  await bookDisputes(deps, tx, payment, seen.disputes)
  await bookRefunds(deps, tx, await paymentById(tx, payment.id), seen.refunds)
  return (await paymentById(tx, payment.id)).state
}

/** Money counts for a letter only if sum, currency, letter and bytes are the frozen ones, and nobody had closed it. */
const isMismatch = ({ mode }: PaymentsDeps, seen: SeenIntent, letter: Row<'letter'>, payment: Payment) =>
  seen.received !== payment.amount_cents ||
  seen.currency !== payment.currency ||
  seen.isLive !== moneyModes[mode].isLive ||
  seen.letterId !== letter.id ||
  seen.pdfSha256 !== letter.pdf_sha256 ||
  payment.state === 'cancelled' ||
  payment.state === 'taken'

const doubt = ({ takeStep, clock }: PaymentsDeps, tx: Tx, { id }: Row<'letter'>) =>
  takeStep(tx, { letterId: id, step: 'doubt', cause: 'card-provider', now: clock.now() })

const raiseMismatch = (tx: Tx, seen: SeenIntent, payment: Payment) =>
  raiseConcern(tx, {
    kind: 'payment-mismatch',
    letterId: payment.letter_id,
    reference: seen.id,
    note:
      `El proveedor de pago ha cobrado ${inMoney(seen.received, seen.currency)} y la carta pedía ` +
      `${inMoney(payment.amount_cents, payment.currency)}. El pago constaba aquí como ` +
      `«${paymentStateNames[payment.state]}». No se imprime nada.`,
  })

const raiseUnknown = (tx: Tx, seen: SeenIntent) =>
  raiseConcern(tx, {
    kind: 'payment-unknown',
    letterId: null,
    reference: seen.id,
    note: `El proveedor de pago ha cobrado ${inMoney(seen.received, seen.currency)} por un pago que aquí no consta.`,
  })

async function isNewEvent(tx: Tx, { id, type }: CardEvent, now: Date): Promise<boolean> {
  const kept = await tx
    .insertInto('card_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}
