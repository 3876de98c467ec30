import type { State } from '@lacre/letter/journey.ts'
import { inMoney, moneyModes } from '@lacre/letter/price/money.ts'
import { paymentStateNames } from '@lacre/letter/price/payment-states.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { raiseIssue, settleUntilAgain } from '../database/issues.ts'
import { isAnyGivenBack } from '../database/queries.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { bookRefunds, startRefund } from './refunds.ts'
import { type PaymentsDeps, isProviderTrouble, lookAt, type SeenIntent } from './seen-intent.ts'
import { bookDisputes, doubt } from './disputes.ts'
import {
  closeOrder,
  findOrder,
  keepLivemode,
  livePayment,
  lockOrder,
  markPaid,
  markTaken,
  nameIntent,
  type Order,
  orderOfIntent,
  type Part,
  type Payment,
  paymentById,
  unansweredOrder,
} from './orders-table.ts'
import { takeStep, takeSteps } from '../letters/steps.ts'
import { stagePrintJobs } from '../letters/print-jobs.ts'
import { queueMail } from '../mail/outbox.ts'
import { leavesAt, madridDay } from '@lacre/letter/days.ts'
import { sumLines } from '@lacre/letter/price/price.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import { lockLetter } from '../letters/letters-table.ts'

type CardEvent = { id: string; type: string }
/** 'seen-before': the event that told us was booked already. */
export type Synced = Order['state'] | 'mismatch' | 'foreign' | 'unknown' | 'seen-before'

/** One transaction (design/trust.md#webhook-is-a-hint). Seen twice, late or in any order, it changes the books once. */
export async function bookIntent(deps: PaymentsDeps, seen: SeenIntent, event?: CardEvent): Promise<Synced> {
  if (!seen.isOurs) return 'foreign'
  return deps.db.transaction().execute(async (tx) => {
    const found = await findAndLock(tx, seen)
    if (!found) {
      if (seen.status === 'succeeded') await raiseUnknown(tx, seen)
      return 'unknown'
    }
    // The letters are locked: of two deliveries of an event at once, the second sees the first here.
    if (event && !(await keepEvent(tx, event, deps.clock.now()))) return 'seen-before'
    return bookFound(deps, tx, seen, found)
  })
}

type Found = Awaited<ReturnType<typeof lockOrder>>

/** By the intent's id; else the order that still waits for the provider's answer: this is that answer. */
async function findAndLock(tx: Tx, seen: SeenIntent): Promise<Found | undefined> {
  const known = await orderOfIntent(tx, seen.id)
  if (known) return lockOrder(tx, known)
  const waiting = await unansweredOrder(tx, seen.orderId)
  if (!waiting) return undefined
  const found = await lockOrder(tx, waiting)
  if (found.order.intent_id !== null) return found.order.intent_id === seen.id ? found : undefined
  await nameIntent(tx, waiting.id, seen.id)
  return found
}

/** `seen` may be older than what is booked: nothing here leads backwards. */
async function bookFound(
  deps: PaymentsDeps,
  tx: Tx,
  seen: SeenIntent,
  { order, parts }: Found,
): Promise<Synced> {
  await settleUntilAgain(tx, unreadable, [seen.id, order.id], deps.clock.now())
  await keepLivemode(tx, order, seen.isLive)
  if (seen.status === 'canceled') await closeOrder(tx, order.id)
  if (seen.status === 'succeeded') {
    const isOther = isMismatch(deps, seen, order)
    if (isOther) await stopOrder(deps, tx, seen, order, parts)
    else await acceptPaidOrder(deps, tx, order, parts)
    await bookDisputes(deps, tx, order, parts, seen.disputes)
    await bookRefunds(deps, tx, order, parts, seen.refunds)
    if (isOther) return 'mismatch'
  }
  return (await findOrder(tx, order.id)).state
}

/** Money counts for an order only if sum, currency, letters and bytes are the frozen ones, and nobody had closed it. */
const isMismatch = ({ money }: PaymentsDeps, seen: SeenIntent, order: Order) =>
  seen.received !== order.cents ||
  seen.currency !== order.currency ||
  seen.isLive !== moneyModes[money].isLive ||
  seen.orderId !== order.name ||
  seen.hash !== order.hash ||
  order.state === 'cancelled' ||
  order.state === 'taken'

/** It pays for none of its letters, until a person gives it back. */
async function stopOrder(deps: PaymentsDeps, tx: Tx, seen: SeenIntent, order: Order, parts: Part[]) {
  await markTaken(tx, order, seen.received)
  for (const { letter } of parts) {
    await raiseMismatch(tx, seen, order, letter)
    if (letter.state === 'frozen') await doubt(deps, tx, letter)
  }
}

/** The button is there as long as it is not asked back, and no bank decides. Another payment may pay for the letter. */
const raiseMismatch = (tx: Tx, seen: SeenIntent, order: Order, letter: Row<'letter'>) =>
  raiseIssue(tx, {
    kind: 'payment-mismatch',
    letterId: letter.id,
    reference: seen.id,
    note:
      `El proveedor de pago ha cobrado ${inMoney(seen.received, seen.currency)} y ${order.payments.length > 1 ? 'las cartas pedían' : 'la carta pedía'} ` +
      `${inMoney(order.cents, order.currency)}. El pago constaba aquí como ` +
      `«${paymentStateNames[order.state]}». ${isStopped(letter) ? 'No se imprime nada' : 'La carta sigue como estaba'}. ` +
      `Mientras no decida un banco, lo cobrado vuelve con «Devolver el dinero», en la carta.`,
  })

const isStopped = ({ state }: Row<'letter'>) => state === 'frozen' || state === 'needs-person'

const raiseUnknown = (tx: Tx, seen: SeenIntent) =>
  raiseIssue(tx, {
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

type Reaction = (deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) => Promise<void>

/** What money that has arrived means to a letter that does not wait for it, by the state it finds the letter in. */
const reactions = {
  cancelled: refundLatePayment,
  expired: refundLatePayment,
  paid: keepForAPerson,
  batched: keepForAPerson,
  printed: keepForAPerson,
  posted: keepForAPerson,
  returned: keepForAPerson,
  'needs-person': keepForAPerson,
} satisfies Record<Exclude<State, 'frozen'>, Reaction>

/** Every letter of an order whose money has arrived, and one receipt for those that go on: all of it or nothing (design/trust.md#one-transaction). */
async function acceptPaidOrder(deps: PaymentsDeps, tx: Tx, order: Order, parts: Part[]): Promise<void> {
  if (order.state !== 'open') return
  const now = deps.clock.now()
  await markPaid(tx, order.id, now)
  const accepted: Row<'letter'>[] = []
  for (const { letter, payment } of parts)
    if (letter.state !== 'frozen') await reactions[letter.state](deps, tx, letter, payment)
    else if (letter.again_of && (await isAnyGivenBack(tx, [letter.again_of])))
      await refusePostage(deps, tx, letter, payment)
    else accepted.push(letter)
  if (accepted.length) await accept(deps, tx, accepted, now)
}

/** All in a few statements: an order has up to fifty. */
async function accept(deps: PaymentsDeps, tx: Tx, letters: Row<'letter'>[], now: Date) {
  const letterIds = letters.map(({ id }) => id)
  await takeSteps(tx, { letterIds, step: 'pay', cause: 'card-provider', now })
  if (moneyModes[deps.money].becomesPaper) await stagePrintJobs(tx, letterIds, now)
  await queueReceipt(deps, tx, letters, now)
}

/** A letter that has ended takes no money: it goes back by itself, and somebody looks why it came. */
async function refundLatePayment(deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  await startRefund(deps, tx, await paymentById(tx, payment.id), 'paid-after-end')
  await queueMail(deps, tx, {
    kind: 'cancelled',
    data: { letterId: letter.id, refunded: String(payment.amount_cents) },
  })
  await raiseIssue(tx, {
    kind: 'paid-after-end',
    letterId: letter.id,
    reference: payment.id,
    note: `Se ha pagado una carta que ya estaba «${stateNames[letter.state]}». La devolución se ha pedido automáticamente.`,
  })
}

/** Postage alone pays only for a letter whose first payment is still ours (design/letter.md#came-back). */
async function refusePostage(deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  const now = deps.clock.now()
  await takeStep(tx, { letterId: letter.id, step: 'expire', cause: 'card-provider', now })
  await refundLatePayment(deps, tx, { ...letter, state: 'expired' }, payment)
}

async function keepForAPerson(_deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  await raiseIssue(tx, {
    kind: 'paid-unexpectedly',
    letterId: letter.id,
    reference: payment.id,
    note: `Ha llegado el pago de una carta que está «${stateNames[letter.state]}»: decida si se imprime o se devuelve el dinero.`,
  })
}

/**
 * Asks the provider's own record of a letter's payment, and books what it says, before a person decides what becomes of
 * the letter (design/trust.md#webhook-is-a-hint). Outside any transaction; what the books say then is asked in the deciding
 * one, of `moneyOf`. 'differs': it is about another sum, letter or hash. 'unknown': no answer.
 */
export async function lookAtMoney(
  deps: PaymentsDeps,
  letterId: string,
): Promise<'in-sync' | 'differs' | 'unknown'> {
  const payment = await livePayment(deps.db, letterId)
  // Where an answer never came `reconcile` goes on asking; until then our books say that nothing is paid.
  if (!payment?.intent_id) return 'in-sync'
  try {
    const seen = await lookAt(deps, payment.intent_id)
    const synced = await bookIntent(deps, seen)
    const isOther = synced === 'mismatch' || synced === 'foreign' || synced === 'unknown'
    return isOther || (payment.state === 'paid' && seen.status !== 'succeeded') ? 'differs' : 'in-sync'
  } catch (error) {
    if (isProviderTrouble(error)) return 'unknown'
    throw error
  }
}

const unreadable = 'payment-unreadable'

/**
 * A payment of which the provider says nothing that can be booked. Each letter of an order rests until somebody decides
 * about it, or it can be read after all; should it come again, a person hears of it again. `reference`: the intent's name,
 * or our order's id where there is none yet.
 */
export async function raiseUnreadable(db: Db, reference: string, note: string): Promise<void> {
  const order = await orderOfIntent(db, reference)
  const letterIds = order?.payments.map(({ letter_id }) => letter_id) ?? [null]
  for (const letterId of letterIds) await raiseIssue(db, { kind: unreadable, note, letterId, reference })
}

/** By the names that `raiseUnreadable` was given. */
export async function unreadableNow(db: Db): Promise<Set<string>> {
  const open = db.selectFrom('issue').select('reference').where('kind', '=', unreadable)
  const rows = await open.where('settled_at', 'is', null).execute()
  return new Set(rows.map(({ reference }) => reference))
}

type ReceiptDeps = Pick<PaymentsDeps, 'clock' | 'random' | 'cutOff' | 'closedDays'>

/** The receipt of letters that are paid together now, once for ever. `paidAt` begins the time in which they can be cancelled. */
async function queueReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  letters: Row<'letter'>[],
  paidAt: Date,
): Promise<void> {
  const { cutOff, closedDays } = deps
  const [first, ...others] = letters.map(({ id, pdf_sha256, pages, sheets, post_on }) => ({
    letterId: id,
    hash: shortHash(pdf_sha256),
    pages: String(pages),
    sheets: String(sheets),
    ...(post_on && post_on > madridDay(paidAt) && { postOn: post_on }),
  }))
  if (!first) return
  const leaving = cutOff && letters.map(({ post_on }) => leavesAt(paidAt, post_on, cutOff).toISOString())
  await queueMail(deps, tx, {
    kind: 'receipt',
    data: {
      ...first,
      ...(others.length && { others: JSON.stringify(others) }),
      total: String(letters.reduce((sum, { total_cents }) => sum + total_cents, 0)),
      lines: JSON.stringify(sumLines(letters.map(({ price_lines }) => price_lines))),
      paidAt: paidAt.toISOString(),
      ...(leaving && { cancelUntil: leaving.toSorted()[0] }),
      ...(closedDays.length && { closedDays: closedDays.join() }),
    },
  })
}

/** Of a letter that a person sends on: unless its payment was booked with its order's receipt, which names it. */
export async function queueReceiptOf(deps: ReceiptDeps, tx: Tx, letterId: string): Promise<void> {
  const letter = await lockLetter(tx, letterId)
  const paid = tx.selectFrom('letter_step').select('seq').where('letter_id', '=', letterId)
  if (!letter || (await paid.where('step', '=', 'pay').executeTakeFirst())) return
  await queueReceipt(deps, tx, [letter], deps.clock.now())
}
