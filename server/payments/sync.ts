import type { State } from '@lacre/letter/journey.ts'
import { inMoney, moneyModes } from '@lacre/letter/price/money.ts'
import { paymentStateNames } from '@lacre/letter/price/payment-states.ts'
import { stateNames } from '@lacre/letter/words.ts'
import { raiseIssue, settleUntilAgain } from '../database/issues.ts'
import { isAnyGivenBack } from '../database/queries.ts'
import type { Db, Row, Tx } from '../database/tables.ts'
import { bookRefunds, startRefund } from './refunds.ts'
import { type PaymentsDeps, isProviderTrouble, fetchIntent, type SeenIntent } from './seen-intent.ts'
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
  findPayment,
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
/** 'seen-before': the event was booked already. */
export type Synced = Order['state'] | 'mismatch' | 'foreign' | 'unknown' | 'seen-before'

/**
 * Books an intent in one transaction (design/trust.md#webhook-is-a-hint). Duplicate, late or unordered calls change the
 * books once.
 */
export async function bookIntent(deps: PaymentsDeps, seen: SeenIntent, event?: CardEvent): Promise<Synced> {
  if (!seen.isOurs) return 'foreign'
  return deps.db.transaction().execute(async (tx) => {
    const found = await findAndLock(tx, seen)
    if (!found) {
      if (seen.status === 'succeeded') await raiseUnknown(tx, seen)
      return 'unknown'
    }
    // The letters are locked: of two deliveries at once, the second finds the event here.
    if (event && !(await keepEvent(tx, event, deps.clock.now()))) return 'seen-before'
    return bookFound(deps, tx, seen, found)
  })
}

type Found = Awaited<ReturnType<typeof lockOrder>>

/** By the intent's id; else the order still waiting for the provider's answer, which this is. */
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

/** `seen` may be older than the books: nothing here moves a state backwards. */
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

/** Money counts only if sum, currency, letters and hash are the frozen ones, and the order was not closed. */
const isMismatch = ({ money }: PaymentsDeps, seen: SeenIntent, order: Order) =>
  seen.received !== order.cents ||
  seen.currency !== order.currency ||
  seen.isLive !== moneyModes[money].isLive ||
  seen.orderId !== order.name ||
  seen.hash !== order.hash ||
  order.state === 'cancelled' ||
  order.state === 'taken'

/** The money pays for none of its letters, until an operator refunds it. */
async function stopOrder(deps: PaymentsDeps, tx: Tx, seen: SeenIntent, order: Order, parts: Part[]) {
  await markTaken(tx, order, seen.received)
  for (const { letter } of parts) {
    await raiseMismatch(tx, seen, order, letter)
    if (letter.state === 'frozen') await doubt(deps, tx, letter)
  }
}

/** The refund button shows while no refund is requested and no bank decides. Another payment may pay for the letter. */
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

/** False: the event was stored before. */
export async function keepEvent(tx: Db | Tx, { id, type }: CardEvent, now: Date): Promise<boolean> {
  const kept = await tx
    .insertInto('card_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return kept.numInsertedOrUpdatedRows === 1n
}

type Reaction = (deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) => Promise<void>

/** What a payment causes in a letter that is not waiting for it, by the letter's state. */
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

/**
 * Accepts every letter of a paid order, with one receipt for those that go on: all or nothing
 * (design/trust.md#one-transaction).
 */
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

/** In few statements: an order has up to fifty letters. */
async function accept(deps: PaymentsDeps, tx: Tx, letters: Row<'letter'>[], now: Date) {
  const letterIds = letters.map(({ id }) => id)
  await takeSteps(tx, { letterIds, step: 'pay', cause: 'card-provider', now })
  if (moneyModes[deps.money].becomesPaper) await stagePrintJobs(tx, letterIds, now)
  await queueReceipt(deps, tx, letters, now)
}

/** A payment for an ended letter is refunded automatically, and an operator checks why it came. */
async function refundLatePayment(deps: PaymentsDeps, tx: Tx, letter: Row<'letter'>, payment: Payment) {
  await startRefund(deps, tx, await findPayment(tx, payment.id), 'paid-after-end')
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

/** Postage alone pays only for a letter whose first payment is not refunded (design/letter.md#came-back). */
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
 * Fetches the provider's record of a letter's payment and books it, before an operator decides about the letter
 * (design/trust.md#webhook-is-a-hint). Outside any transaction; the deciding one then reads `readMoneyState`. 'differs':
 * another sum, letter or hash. 'unknown': no answer.
 */
export async function syncPayment(
  deps: PaymentsDeps,
  letterId: string,
): Promise<'in-sync' | 'differs' | 'unknown'> {
  const payment = await livePayment(deps.db, letterId)
  // If an answer never came, `reconcile` keeps trying; until then our books show nothing paid.
  if (!payment?.intent_id) return 'in-sync'
  try {
    const seen = await fetchIntent(deps, payment.intent_id)
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
 * Raises an issue for a payment whose record cannot be booked. Each letter of the order waits until an operator decides
 * or the record can be read; a repeat raises a new issue. `reference`: the intent's id, or our order's id where there
 * is none yet.
 */
export async function raiseUnreadable(db: Db, reference: string, note: string): Promise<void> {
  const order = await orderOfIntent(db, reference)
  const letterIds = order?.payments.map(({ letter_id }) => letter_id) ?? [null]
  for (const letterId of letterIds) await raiseIssue(db, { kind: unreadable, note, letterId, reference })
}

/** The references given to `raiseUnreadable`. */
export async function unreadableNow(db: Db): Promise<Set<string>> {
  const open = db.selectFrom('issue').select('reference').where('kind', '=', unreadable)
  const rows = await open.where('settled_at', 'is', null).execute()
  return new Set(rows.map(({ reference }) => reference))
}

type ReceiptDeps = Pick<PaymentsDeps, 'clock' | 'random' | 'cutOff' | 'closedDays'>

/** Queues one receipt for letters paid together. `paidAt` starts the time in which they can be cancelled. */
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

/** For a letter an operator sends on, unless its order's receipt already names it. */
export async function queueLetterReceipt(deps: ReceiptDeps, tx: Tx, letterId: string): Promise<void> {
  const letter = await lockLetter(tx, letterId)
  const paid = tx.selectFrom('letter_step').select('seq').where('letter_id', '=', letterId)
  if (!letter || (await paid.where('step', '=', 'pay').executeTakeFirst())) return
  await queueReceipt(deps, tx, [letter], deps.clock.now())
}
