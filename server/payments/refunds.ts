import { isGivenUp, isWithBank, type RefundState } from '@lacre/letter/price/payment-states.ts'
import { comesAfter } from './provider-states.ts'
import { isOwed } from '@lacre/letter/price/price.ts'
import { sql } from 'kysely'
import { enqueue, enqueueAgain } from '../database/jobs.ts'
import type { Db, Tx } from '../database/tables.ts'
import type { PaymentsDeps, SeenRefund } from './seen-intent.ts'
import {
  type Payment,
  findPayments,
  type Order,
  type Part,
  paidTogether,
  findPayment,
} from './orders-table.ts'
import { lockLetter, lockLetters } from '../letters/letters-table.ts'
import { queueMail } from '../mail/outbox.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { raiseIssue, settleBackMismatches, settleMoneyIssues, settleUntilAgain } from '../database/issues.ts'
import { takeSteps } from '../letters/steps.ts'
import { voidPrintJob } from '../letters/print-jobs.ts'

/** `reason`: a code for programs, stored with the refund. */
export type RefundRequest = { letterId: string; reason: string }

/**
 * Requests a refund of all money taken for a letter, in the transaction that cancels it. Idempotent: one refund per
 * payment. `settleRefunds` sends it. Money that a bank decides about, or has given back, is left out. Answers the
 * cents.
 */
export async function requestRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  { letterId, reason }: RefundRequest,
): Promise<number> {
  await lockLetter(tx, letterId)
  let cents = 0
  for (const payment of await findPayments(tx, letterId))
    if ((payment.state === 'paid' || payment.state === 'taken') && !isWithBank(payment.dispute))
      cents += await startRefund({ clock }, tx, payment, reason)
  return cents
}

/** Answers the cents this refunds; 0 when a refund was requested before. A failed refund is requested again. */
export async function startRefund(
  { clock }: Pick<PaymentsDeps, 'clock'>,
  tx: Tx,
  payment: Payment,
  reason: string,
): Promise<number> {
  const { id, asked, left_cents: left } = payment
  if (left <= 0 || (asked && !isGivenUp(asked))) return 0
  if (asked) {
    await askAgain(tx, payment, clock.now())
    return left
  }
  const requested_at = clock.now()
  await tx.insertInto('refund').values({ payment_id: id, amount_cents: left, reason, requested_at }).execute()
  await enqueue(tx, 'refund', id, {}, { givesUp: false })
  return left
}

/** A failed refund gets a new key; one without an answer keeps its key (design/trust.md#unknown-is-a-state). */
async function askAgain(tx: Tx, { id, asked }: Payment, requested_at: Date): Promise<void> {
  const attempt = sql<number>`attempt + 1`
  const anew = { state: 'asked', attempt, key_used_at: null, key_failed_at: null } as const
  await tx
    .updateTable('refund')
    .set({ ...(asked === 'asked' ? {} : anew), requested_at })
    .where('payment_id', '=', id)
    .execute()
  await enqueueAgain(tx, 'refund', id)
}

/** A refund that was requested and has not arrived. */
type WaitingRefund = { letterId: string; cents: number; state: RefundState; since: Date }

export const waitingRefunds = (db: Db): Promise<WaitingRefund[]> =>
  db
    .selectFrom('refund')
    .innerJoin('payment_money', 'payment_money.id', 'refund.payment_id')
    .select(['payment_money.letter_id as letterId', 'refund.amount_cents as cents', 'refund.state'])
    .select('refund.requested_at as since')
    .where('refund.state', '<>', 'succeeded')
    .where(sql<boolean>`payment_money.dispute is distinct from 'lost'`)
    .orderBy('requested_at')
    .execute()

/** Refunds the remaining balance. Mails only what was not requested before. Answers the cents. */
export async function retryOwedRefund(
  deps: Pick<PaymentsDeps, 'clock' | 'random'>,
  tx: Tx,
  letterId: string,
): Promise<number> {
  const { clock } = deps
  const letter = await lockLetter(tx, letterId)
  if (!letter) return 0
  let [cents, news] = [0, 0]
  for (const payment of await findPayments(tx, letterId)) {
    if (!isOwed(letter.state, payment, payment.asked)) continue
    if (payment.asked) await askAgain(tx, payment, clock.now())
    else news += await startRefund({ clock }, tx, payment, 'given-back')
    cents += payment.left_cents
  }
  if (news) await queueMail(deps, tx, { kind: 'given-back', data: { letterId, refunded: String(news) } })
  return cents
}

type Deps = Pick<PaymentsDeps, 'clock' | 'random'>

/**
 * Books the provider's refunds of an order. A requested refund is settled once all of it has arrived, and raises an
 * issue if it failed. A letter fully refunded at the provider's pages is cancelled if it is not yet in a batch.
 */
export async function bookRefunds(deps: Deps, tx: Tx, order: Order, parts: Part[], seen: SeenRefund[]) {
  if (!seen.length) return
  const known = await tx.selectFrom('card_refund').selectAll().where('order_id', '=', order.id).execute()
  const newsByPayment = new Map<string, SeenRefund[]>()
  for (const refund of seen) {
    const before = known.filter(({ id }) => id === refund.id)
    if (!comesAfter(before[0]?.state, refund.state)) continue
    const shares = before.length ? before : await findShares(tx, parts, refund)
    await keepRefund(tx, order, refund, shares)
    for (const { payment_id: id, cents } of shares)
      if (id) newsByPayment.set(id, [...(newsByPayment.get(id) ?? []), { ...refund, cents }])
      else await noteUnnamed(deps, tx, order, { ...refund, cents })
  }
  const outside: Payment[] = []
  const names = new Set<string>()
  for (const { payment } of parts) {
    const news = newsByPayment.get(payment.id)
    const unasked = news ? await bookPaymentRefunds(deps, tx, payment.id, news) : []
    if (unasked.length) outside.push(payment)
    for (const { id } of unasked) names.add(id)
  }
  if (outside.length) await noteRefundsOutside(deps, tx, outside, names)
}

type Share = { payment_id: string | null; cents: number }

/** Allocates a refund to payments. Where the letter is unclear, `payment_id` is null and an operator names it. */
async function findShares(tx: Tx, parts: Part[], { letterId, cents }: SeenRefund): Promise<Share[]> {
  const own = parts.length === 1 ? parts[0] : parts.find(({ letter }) => letter.id === letterId)
  if (own) return [{ payment_id: own.payment.id, cents }]
  const payments = await Promise.all(parts.map(({ payment }) => findPayment(tx, payment.id)))
  const open = payments.filter(({ left_cents }) => left_cents > 0)
  if (cents === open.reduce((sum, { left_cents }) => sum + left_cents, 0))
    return open.map(({ id, left_cents }) => ({ payment_id: id, cents: left_cents }))
  return [{ payment_id: (open.length === 1 && open[0]?.id) || null, cents }]
}

async function keepRefund(tx: Tx, { id: order_id }: Order, refund: SeenRefund, shares: Share[]) {
  const { id, state, madeAt: made_at } = refund
  await tx
    .insertInto('card_refund')
    .values(shares.map(({ payment_id, cents }) => ({ id, order_id, payment_id, cents, state, made_at })))
    .onConflict((conflict) => conflict.columns(['id', 'payment_id']).doUpdateSet({ state }))
    .execute()
  await sumRefunds(tx, order_id)
}

/** The sum falls when a refund fails after it had succeeded. */
const sumRefunds = (tx: Tx, orderId: string) =>
  sql`update payment set refunded_cents = least(received_cents, (
    select coalesce(sum(cents), 0) from card_refund where payment_id = payment.id and state = 'succeeded'))
    where order_id = ${orderId}`.execute(tx)

const unnamed = 'refund-unnamed'

/** For rows of `payment_money`: an operator has yet to name the letter of a refund. */
export const hasUnnamedRefund = sql<boolean>`exists (select from card_refund
  where order_id = payment_money.order_id and payment_id is null and state in ('pending', 'succeeded'))`

/** Open while the refund may still arrive; a failed one takes money from no letter. */
async function noteUnnamed(
  { clock }: Deps,
  tx: Tx,
  { payments }: Order,
  { id, cents: sum, state }: SeenRefund,
) {
  const letterId = payments[0]!.letter_id
  if (isGivenUp(state)) return settleUntilAgain(tx, unnamed, [id], clock.now())
  await raiseIssue(tx, {
    kind: unnamed,
    letterId,
    reference: id,
    note:
      `En el proveedor de pago se han devuelto ${inEuros(cents(sum))} (${id}) de un pedido de varias cartas (${payments.length}) sin decir de cuál. ` +
      'En la carta que corresponda: «La devolución es de esta carta».',
  })
}

/** Assigns refunds without a letter to this one, up to its remaining money. Answers the cents. */
export async function nameRefund(deps: Deps, tx: Tx, letterId: string): Promise<number> {
  if (!(await lockLetter(tx, letterId))) return 0
  for (const payment of await findPayments(tx, letterId)) {
    const rows = await tx
      .selectFrom('card_refund')
      .selectAll()
      .where('order_id', '=', payment.order_id)
      .where('payment_id', 'is', null)
      .where('state', 'in', ['pending', 'succeeded'])
      .orderBy('id')
      .forUpdate()
      .execute()
    let left = payment.left_cents
    const news: SeenRefund[] = []
    for (const { id, cents, state, made_at, order_id } of rows) {
      const share = Math.min(cents, left)
      if (share <= 0) break
      left -= share
      const row = { id, order_id, payment_id: payment.id, cents: share, state, made_at }
      await tx.insertInto('card_refund').values(row).execute()
      await sql`delete from card_refund where id = ${id} and payment_id is null`.execute(tx)
      const rest = { ...row, payment_id: null, cents: cents - share }
      if (rest.cents) await tx.insertInto('card_refund').values(rest).execute()
      else await settleUntilAgain(tx, unnamed, [id], deps.clock.now())
      news.push({ id, cents: share, state, madeAt: made_at, letterId })
    }
    if (!news.length) continue
    await sumRefunds(tx, payment.order_id)
    const unasked = await bookPaymentRefunds(deps, tx, payment.id, news)
    if (unasked.length) await stopPrinting(deps, tx, [await findPayment(tx, payment.id)])
    return payment.left_cents - left
  }
  return 0
}

/** Answers the refunds that were not requested here. */
async function bookPaymentRefunds(deps: Deps, tx: Tx, id: string, news: SeenRefund[]): Promise<SeenRefund[]> {
  const payment = await findPayment(tx, id)
  const failed = news.filter(({ state }) => isGivenUp(state))
  const state = payment.asked && (refundState(payment) ?? failed.at(-1)?.state ?? payment.asked)
  for (const refund of failed) await raiseFailed(tx, payment, refund, state)
  const now = deps.clock.now()
  if (isBack(payment)) await settleBackMismatches(tx, payment.letter_id, now)
  // Issues are per letter, and another of its payments may still be unsettled.
  if ((await findPayments(tx, payment.letter_id)).every(isBack)) {
    await settleMoneyIssues(tx, payment.letter_id, ['refund-failed', 'refund-stuck'], now)
    // While the letter waits for an operator, the won dispute is the reason shown.
    if ((await lockLetter(tx, payment.letter_id))?.state !== 'needs-person')
      await settleMoneyIssues(tx, payment.letter_id, ['dispute-won'], now)
  }
  if (!state) return news.filter((refund) => !failed.includes(refund))
  await tx.updateTable('refund').set({ state }).where('payment_id', '=', id).execute()
  return []
}

const isBack = ({ received_cents, refunded_cents }: Payment) => refunded_cents >= received_cents

/** Undefined: neither refunded nor on its way. */
function refundState(payment: Payment): RefundState | undefined {
  if (isBack(payment)) return 'succeeded'
  return payment.left_cents <= 0 ? 'pending' : undefined
}

async function raiseFailed(
  tx: Tx,
  payment: Payment,
  { id, cents: sum }: SeenRefund,
  asked: RefundState | null,
) {
  const letter = await lockLetter(tx, payment.letter_id)
  const left = payment.left_cents
  const hasButton = letter !== undefined && isOwed(letter.state, payment, asked)
  const then = hasButton ? advice.here : isWithBank(payment.dispute) ? advice.bank : advice.provider
  await raiseIssue(tx, {
    kind: 'refund-failed',
    letterId: payment.letter_id,
    reference: id,
    note: `El proveedor de pago no ha podido devolver ${inEuros(cents(sum))} (${id}). ${left > 0 ? then : advice.none}`,
  })
}

/** The next step to suggest: the letter has the button only while its money is owed. */
const advice = {
  here: 'Vuelva a pedirlo en la carta con «Devolver el dinero», o devuélvalo por otro medio.',
  bank: 'Decide el banco sobre este cargo, o ya lo ha hecho: de aquí no sale nada más.',
  provider:
    'No se pidió aquí: vuelva a hacer la devolución en el panel del proveedor de pago, o devuélvalo por otro medio.',
  none: 'Lo demás de este pago está devuelto o en camino: compruebe que no falta nada.',
}

/**
 * Raises one issue per refund, and stops letters that are fully refunded. A letter's second payment pays for nothing:
 * refunding it does not stop the letter.
 */
async function noteRefundsOutside(deps: Deps, tx: Tx, before: Payment[], names: Set<string>) {
  const payments = await Promise.all(before.map(({ id }) => findPayment(tx, id)))
  const sum = (of: (payment: Payment) => number) =>
    inEuros(cents(payments.reduce((all, one) => all + of(one), 0)))
  const of = payments.length > 1 ? ` de un pedido de varias cartas (${payments.length})` : ''
  for (const reference of names)
    await raiseIssue(tx, {
      kind: 'refunded-outside',
      letterId: payments[0]!.letter_id,
      reference,
      note: `En el proveedor de pago se han devuelto ${sum(centsGoingBack)} de ${sum((one) => one.received_cents)}${of} sin que aquí se pidiera.`,
    })
  await stopPrinting(deps, tx, payments)
}

const centsGoingBack = ({ received_cents, left_cents }: Payment) => received_cents - left_cents

async function stopPrinting(deps: Deps, tx: Tx, payments: Payment[]) {
  const whole = payments.filter(({ paid_at, left_cents }) => paid_at && left_cents <= 0)
  const given = new Map(whole.map((payment) => [payment.letter_id, centsGoingBack(payment)]))
  const waiting = (await lockLetters(tx, [...given.keys()])).filter(({ state }) => state === 'paid')
  const letterIds = waiting.map(({ id }) => id)
  if (!letterIds.length) return
  await takeSteps(tx, { letterIds, step: 'cancel', cause: 'card-provider', now: deps.clock.now() })
  for (const id of letterIds) await voidPrintJob(tx, id)
  const refunded = String(letterIds.reduce((sum, id) => sum + (given.get(id) ?? 0), 0))
  for (const order of await paidTogether(tx, letterIds))
    await queueMail(deps, tx, { kind: 'cancelled', data: { ...order, refunded } })
}
