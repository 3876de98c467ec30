import { cents, inEuros } from '@lacre/letter/price/money.ts'
import type { RefundState } from '@lacre/letter/price/refund-states.ts'
import { raiseConcern, settleMoneyConcerns } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import type { SeenRefund } from '../seen-intent.ts'
import { markRefunded, type Payment } from '../table/payments-table.ts'
import { keepRefunds, refundOf, sumsOf } from '../table/refunds-table.ts'

/**
 * The refunds the provider has of a payment. What we asked for is settled when all of it has arrived, and waits for a
 * person when one could not be brought about. If somebody gave money back at the provider, a letter not yet in a batch
 * is not printed.
 */
export async function bookRefunds(deps: PaymentsDeps, tx: Tx, payment: Payment, seen: SeenRefund[]) {
  const news = await keepRefunds(tx, payment.id, seen)
  if (!news.length) return
  const sums = await sumsOf(tx, payment.id)
  await markRefunded(tx, payment.id, sums.back)
  const failed = news.filter(({ state }) => state === 'failed' || state === 'canceled')
  for (const refund of failed) await raiseFailed(tx, payment, refund)
  const asked = await refundOf(tx, payment.id)
  if (!asked) {
    if (failed.length < news.length) await noteRefundOutside(deps, tx, payment, sums.back + sums.onTheWay)
    return
  }
  const state = stateOf(payment, sums) ?? failed.at(-1)?.state ?? asked.state
  const settled_at = state === 'succeeded' ? deps.clock.now() : null
  await tx.updateTable('refund').set({ state, settled_at }).where('payment_id', '=', payment.id).execute()
  if (settled_at)
    await settleMoneyConcerns(
      tx,
      payment.letter_id,
      ['refund-failed', 'refund-stuck', 'dispute-won'],
      settled_at,
    )
}

/** Undefined: neither back nor on its way. */
function stateOf(
  { received_cents }: Payment,
  sums: { back: number; onTheWay: number },
): RefundState | undefined {
  if (sums.back >= received_cents) return 'succeeded'
  return sums.back + sums.onTheWay >= received_cents ? 'pending' : undefined
}

const raiseFailed = (tx: Tx, { letter_id }: Payment, { id, cents: sum }: SeenRefund) =>
  raiseConcern(tx, {
    kind: 'refund-failed',
    letterId: letter_id,
    reference: id,
    note:
      `El proveedor de pago no ha podido devolver ${inEuros(cents(sum))} (${id}). Vuelva a pedirlo en la carta con ` +
      '«Devolver el dinero», o devuélvalo por otro medio.',
  })

async function noteRefundOutside(deps: PaymentsDeps, tx: Tx, payment: Payment, back: number) {
  await raiseConcern(tx, {
    kind: 'refunded-outside',
    letterId: payment.letter_id,
    reference: payment.id,
    note: `En el proveedor de pago se han devuelto ${inEuros(cents(back))} de ${inEuros(cents(payment.received_cents))} sin que aquí se pidiera.`,
  })
  if (back >= payment.received_cents) await stopPrinting(deps, tx, payment, back)
}

async function stopPrinting(
  { takeStep, lockLetter, voidPrintJob, queueMail, clock }: PaymentsDeps,
  tx: Tx,
  payment: Payment,
  back: number,
) {
  const letter = await lockLetter(tx, payment.letter_id)
  if (letter?.state !== 'paid') return
  await takeStep(tx, { letterId: letter.id, step: 'cancel', cause: 'card-provider', now: clock.now() })
  await voidPrintJob(tx, letter.id)
  await queueMail(tx, {
    kind: 'cancelled',
    data: { letterId: letter.id, refunded: String(back) },
  })
}
