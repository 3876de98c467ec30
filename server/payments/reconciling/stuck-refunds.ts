import { days, earlier } from '@lacre/letter/duration.ts'
import { raiseConcern } from '../../database/concerns.ts'
import type { PaymentsDeps } from '../deps.ts'

/** Money somebody is waiting for, and a worker that has not got through for a day. */
export async function raiseStuckRefunds({ db, clock }: PaymentsDeps): Promise<void> {
  const stuck = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.id', 'payment.letter_id'])
    .where((is) => is.or([is('dispute', 'is', null), is('dispute', '=', 'won')])) // else a bank decides
    .where((is) =>
      is.or([
        is('refund.state', '=', 'asked').and('refund.requested_at', '<', earlier(clock.now(), days(1))),
        is('refund.state', '=', 'pending').and('refund.requested_at', '<', earlier(clock.now(), days(10))),
      ]),
    )
    .execute()
  for (const { id, letter_id } of stuck)
    await raiseConcern(db, {
      kind: 'refund-stuck',
      letterId: letter_id,
      reference: id,
      note: 'El proveedor de pago no confirma esta devolución desde hace más de lo normal: un día sin respuesta suya, o diez en camino.',
    })
}
