import { raiseConcern } from '../../database/concerns.ts'
import type { Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import { markDisputed, type Payment } from '../table/payments-table.ts'

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
