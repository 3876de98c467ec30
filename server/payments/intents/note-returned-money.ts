import { raiseConcern } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markDisputed, markRefunded, type Payment } from '../table/payments-table.ts'

/**
 * Money the provider has given back. If we had asked for it, that is the end of it; if somebody gave it back at the
 * provider, a letter not yet in a batch is not printed, and a concern is raised.
 */
export async function noteRefund(deps: PaymentsDeps, tx: Tx, payment: Payment, cents: number): Promise<void> {
  await markRefunded(tx, payment.id, cents)
  const asked = await tx
    .selectFrom('refund')
    .select('payment_id')
    .where('payment_id', '=', payment.id)
    .executeTakeFirst()
  if (asked) return
  await raiseConcern(tx, {
    kind: 'refunded-outside',
    letterId: payment.letter_id,
    reference: payment.id,
    note: `En el proveedor de pago se han devuelto ${cents} céntimos de ${payment.amount_cents} sin que aquí se pidiera.`,
  })
  if (cents >= payment.amount_cents) await stopPrinting(deps, tx, payment)
}

async function stopPrinting(
  { takeStep, lockLetter, voidPrintJob, queueMail, clock }: PaymentsDeps,
  tx: Tx,
  payment: Payment,
) {
  const letter = await lockLetter(tx, payment.letter_id)
  if (letter?.state !== 'paid') return
  await takeStep(tx, { letterId: letter.id, step: 'cancel', cause: 'card-provider', now: clock.now() })
  await voidPrintJob(tx, letter.id)
  await queueMail(tx, {
    kind: 'cancelled',
    data: { letterId: letter.id, refunded: String(payment.amount_cents) },
  })
}

/** The card's owner contests the charge. Nothing more is printed until a person has looked. */
export async function noteDispute(
  { takeStep, lockLetter, clock }: PaymentsDeps,
  tx: Tx,
  payment: Payment,
): Promise<void> {
  await markDisputed(tx, payment.id)
  await raiseConcern(tx, {
    kind: 'dispute',
    letterId: payment.letter_id,
    reference: payment.id,
    note: 'El titular de la tarjeta ha reclamado el cargo. Responda en el panel del proveedor de pago.',
  })
  const letter = await lockLetter(tx, payment.letter_id)
  if (letter?.state === 'paid')
    await takeStep(tx, { letterId: letter.id, step: 'doubt', cause: 'card-provider', now: clock.now() })
}
