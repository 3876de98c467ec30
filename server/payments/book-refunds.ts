import { cents, inEuros } from '@lacre/letter/price/money.ts'
import { comesAfter, isGivenUp, isWithBank, type RefundState } from '@lacre/letter/price/payment-states.ts'
import { isOwed } from '@lacre/letter/price/price.ts'
import { raiseConcern, settleBackMismatches, settleMoneyConcerns } from '../database/concerns.ts'
import type { Row, Tx } from '../database/tables.ts'
import type { PaymentsDeps } from './deps.ts'
import type { Part } from './orders-table.ts'
import { markRefunded, paidTogether, type Payment, paymentById } from './payments-table.ts'
import { keepRefunds, newsOf, refundOf, refundsOfPayments, sentRefunds, sumsOf } from './refunds-table.ts'
import type { SeenRefund } from './seen-intent.ts'
import { lockLetter, lockLetters } from '../letters/letters-table.ts'
import { takeSteps } from '../letters/steps.ts'
import { voidPrintJob } from '../letters/print-jobs.ts'
import { queueMail } from '../mail/outbox.ts'

/**
 * The refunds the provider has of an order. What we asked for is settled when all of it has arrived, and waits for a
 * person when one could not be brought about. If somebody gave money back at the provider, a letter of which all is back
 * and that is not yet in a batch is not printed.
 */
export async function bookRefunds(deps: PaymentsDeps, tx: Tx, parts: Part[], seen: SeenRefund[]) {
  if (!seen.length) return
  const ids = parts.map(({ payment }) => payment.id)
  const known = await refundsOfPayments(tx, ids)
  const outside: Payment[] = []
  const names = new Set<string>()
  for (const [id, share] of await shareRefunds(tx, { parts, known }, seen)) {
    const news = newsOf(known, share)
    if (!news.length) continue
    const payment = await paymentById(tx, id)
    const unasked = await bookOfPayment(deps, tx, payment, news)
    if (unasked.length) outside.push(payment)
    for (const { id } of unasked) names.add(nameOf(id))
  }
  if (outside.length) await noteRefundsOutside(deps, tx, outside, names)
}

/** Answers which of them send money back that was not asked for here. */
async function bookOfPayment(
  deps: PaymentsDeps,
  tx: Tx,
  payment: Payment,
  news: SeenRefund[],
): Promise<SeenRefund[]> {
  await keepRefunds(tx, payment.id, news)
  const sums = await sumsOf(tx, payment.id)
  await markRefunded(tx, payment.id, sums.back)
  const failed = news.filter(({ state }) => isGivenUp(state))
  const asked = await refundOf(tx, payment.id)
  const state = asked && (stateOf(payment, sums) ?? failed.at(-1)?.state ?? asked.state)
  for (const refund of failed) await raiseFailed(tx, payment, refund, state)
  const now = deps.clock.now()
  if (sums.back >= payment.received_cents) {
    await settleMoneyConcerns(tx, payment.letter_id, ['refund-failed', 'refund-stuck', 'dispute-won'], now)
    await settleBackMismatches(tx, payment.letter_id, now)
  }
  if (!state) return news.filter((refund) => !failed.includes(refund))
  const settled_at = state === 'succeeded' ? now : null
  await tx.updateTable('refund').set({ state, settled_at }).where('payment_id', '=', payment.id).execute()
  return []
}

/** Undefined: neither back nor on its way. */
function stateOf(
  { received_cents }: Payment,
  sums: { back: number; onTheWay: number },
): RefundState | undefined {
  if (sums.back >= received_cents) return 'succeeded'
  return sums.back + sums.onTheWay >= received_cents ? 'pending' : undefined
}

async function raiseFailed(
  tx: Tx,
  { id: paymentId, letter_id }: Payment,
  { id, cents: sum }: SeenRefund,
  asked: RefundState | undefined,
) {
  const letter = await lockLetter(tx, letter_id)
  const payment = await paymentById(tx, paymentId)
  const { back, onTheWay } = await sumsOf(tx, paymentId)
  const left = payment.received_cents - back - onTheWay
  const hasButton = letter !== undefined && isOwed(letter.state, { ...payment, left }, asked)
  const then = hasButton ? advice.here : isWithBank(payment.dispute) ? advice.bank : advice.provider
  await raiseConcern(tx, {
    kind: 'refund-failed',
    letterId: letter_id,
    reference: id,
    note: `El proveedor de pago no ha podido devolver ${inEuros(cents(sum))} (${id}). ${left > 0 ? then : advice.none}`,
  })
}

/** What somebody can do then: the letter's button is there only where its money is owed. */
const advice = {
  here: 'Vuelva a pedirlo en la carta con «Devolver el dinero», o devuélvalo por otro medio.',
  bank: 'Decide el banco sobre este cargo, o ya lo ha hecho: de aquí no sale nada más.',
  provider:
    'No se pidió aquí: vuelva a hacer la devolución en el panel del proveedor de pago, o devuélvalo por otro medio.',
  none: 'Lo demás de este pago está devuelto o en camino: compruebe que no falta nada.',
}

/**
 * Of several letters each refund is one matter, by the provider's name of it; letters of which all is back are not
 * printed. What was taken beside a letter's own payment pays for none: when it goes back, the letter goes its way.
 */
async function noteRefundsOutside(deps: PaymentsDeps, tx: Tx, payments: Payment[], names: Set<string>) {
  const [first] = payments
  if (!first) return
  let [all, received] = [0, 0]
  const whole: { payment: Payment; back: number }[] = []
  for (const payment of payments) {
    const sums = await sumsOf(tx, payment.id)
    const back = sums.back + sums.onTheWay
    all += back
    received += payment.received_cents
    if (payment.paid_at && back >= payment.received_cents) whole.push({ payment, back })
  }
  const of = payments.length > 1 ? ` de un pedido de varias cartas (${payments.length})` : ''
  for (const reference of names)
    await raiseConcern(tx, {
      kind: 'refunded-outside',
      letterId: first.letter_id,
      reference,
      note: `En el proveedor de pago se han devuelto ${inEuros(cents(all))} de ${inEuros(cents(received))}${of} sin que aquí se pidiera.`,
    })
  await stopPrinting(deps, tx, whole)
}

async function stopPrinting(
  deps: Pick<PaymentsDeps, 'clock' | 'random'>,
  tx: Tx,
  given: { payment: Payment; back: number }[],
) {
  const backOf = new Map(given.map(({ payment, back }) => [payment.letter_id, back]))
  const waiting = (await lockLetters(tx, [...backOf.keys()])).filter(({ state }) => state === 'paid')
  const letterIds = waiting.map(({ id }) => id)
  if (!letterIds.length) return
  await takeSteps(tx, { letterIds, step: 'cancel', cause: 'card-provider', now: deps.clock.now() })
  for (const id of letterIds) await voidPrintJob(tx, id)
  const refunded = String(letterIds.reduce((sum, id) => sum + (backOf.get(id) ?? 0), 0))
  for (const order of await paidTogether(tx, letterIds))
    await queueMail(deps, tx, { kind: 'cancelled', data: { ...order, refunded } })
}

type OrderPayment = Part['payment']
/** What the refunds seen now are of each payment, by its id. */
type Shares = Map<string, SeenRefund[]>

/**
 * Whose money each refund of an order is, by payment (design.md#orders). It says for which letter; what somebody gave back
 * at the provider without saying so is spread over all of them, and stays as it was spread.
 */
async function shareRefunds(
  tx: Tx,
  { parts, known }: Pick<Books, 'parts' | 'known'>,
  seen: SeenRefund[],
): Promise<Shares> {
  const shares: Shares = new Map(parts.map(({ payment }) => [payment.id, []]))
  const give = (payment: OrderPayment, refund: SeenRefund) => shares.get(payment.id)?.push(refund)
  const nobodys: SeenRefund[] = []
  for (const refund of seen) {
    const part = parts.find(({ letter }) => letter.id === refund.letterId)
    if (part) give(part.payment, refund)
    else nobodys.push(refund)
  }
  if (!nobodys.length) return shares

  const sent = new Set(await sentRefunds(tx, [...shares.keys()]))
  for (const refund of nobodys) {
    const before = parts.map(({ payment }) => known.find(isShareOf(refund, payment))?.cents ?? 0)
    const cents = before.some(Boolean) ? before : spreadOver(refund.cents, { parts, shares, known, sent })
    const given = parts.flatMap(({ payment }, index) =>
      cents[index] ? [{ payment, cents: cents[index] }] : [],
    )
    for (const [index, { payment, cents }] of given.entries())
      give(payment, { ...refund, id: referenceOf(refund.id, payment, index), cents })
  }
  return shares
}

/** The refunds that are booked of an order's payments, those seen now, and of which a refund was sent and not answered. */
type Books = { parts: Part[]; shares: Shares; known: Row<'card_refund'>[]; sent: Set<string> }

/** A payment whose own refund was sent to the provider, which has not answered, has no room but for what fits nowhere else. */
function spreadOver(cents: number, { parts, sent, ...booked }: Books): number[] {
  const rooms = parts.map(({ payment }) => roomOf(payment, booked))
  const free = parts.map(({ payment }, index) => (sent.has(payment.id) ? 0 : (rooms[index] ?? 0)))
  const first = Math.min(
    cents,
    free.reduce((sum, room) => sum + room, 0),
  )
  const shares = spread(first, free)
  const rest = spread(
    cents - first,
    rooms.map((room, index) => room - (shares[index] ?? 0)),
  )
  return shares.map((share, index) => share + (rest[index] ?? 0))
}

/** What is neither back nor on its way, whether it is booked or seen now. */
function roomOf(payment: OrderPayment, { shares, known }: Pick<Books, 'shares' | 'known'>): number {
  const refunds = new Map<string, Pick<SeenRefund, 'cents' | 'state'>>()
  for (const one of known) if (one.payment_id === payment.id) refunds.set(one.id, one)
  for (const one of shares.get(payment.id) ?? [])
    if (comesAfter(refunds.get(one.id)?.state, one.state)) refunds.set(one.id, one)
  let room = payment.received_cents || payment.amount_cents
  for (const { cents, state } of refunds.values())
    if (state === 'pending' || state === 'succeeded') room -= cents
  return room
}

const isShareOf =
  ({ id }: SeenRefund, payment: OrderPayment) =>
  (kept: Row<'card_refund'>) =>
    kept.payment_id === payment.id && (kept.id === id || kept.id.startsWith(`${id} `))

/** So many cents among as many as have room, as evenly as it goes; the one with the most room takes the rest. */
export function spread(cents: number, rooms: number[]): number[] {
  const shares = rooms.map(() => 0)
  const smallestFirst = [...rooms.entries()].toSorted(([, one], [, other]) => one - other)
  let left = cents
  for (const [taken, [index, room]] of smallestFirst.entries()) {
    const waiting = rooms.length - taken
    const share = waiting === 1 ? left : Math.max(0, Math.min(room, Math.floor(left / waiting)))
    shares[index] = share
    left -= share
  }
  return shares
}

/** What the provider has once and an order's letters each: the first keeps the provider's name. */
export const referenceOf = (id: string, { letter_id }: Pick<Payment, 'letter_id'>, index: number): string =>
  index ? `${id} ${letter_id}` : id

/** The provider's own name of what `referenceOf` names. */
export const nameOf = (reference: string): string => reference.replace(/ .*/, '')
