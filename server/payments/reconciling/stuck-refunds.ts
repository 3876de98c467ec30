import { days, earlier, later } from '@lacre/letter/days.ts'
import { raiseConcern } from '../../database/concerns.ts'
import type { PaymentsDeps } from '../deps.ts'

/** How long the provider may take: to answer, and to bring the money there. */
const usual = { asked: days(1), pending: days(10) }

/**
 * Money somebody is waiting for, and a worker that has not got through for a day. Whoever was told, and asked for it
 * again, is told again when that does not help.
 */
export async function raiseStuckRefunds({ db, clock }: PaymentsDeps): Promise<void> {
  const stuck = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.payment_id')
    .select(['payment.id', 'payment.letter_id', 'refund.state', 'refund.requested_at'])
    .where((is) => is.or([is('dispute', 'is', null), is('dispute', '=', 'won')])) // else a bank decides
    .where((is) =>
      is.or([
        is('refund.state', '=', 'asked').and('refund.requested_at', '<', earlier(clock.now(), usual.asked)),
        is('refund.state', '=', 'pending').and(
          'refund.requested_at',
          '<',
          earlier(clock.now(), usual.pending),
        ),
      ]),
    )
    .execute()
  for (const { id, letter_id, state, requested_at } of stuck)
    await raiseConcern(
      db,
      {
        kind: 'refund-stuck',
        letterId: letter_id,
        reference: id,
        note: 'El proveedor de pago no confirma esta devolución desde hace más de lo normal: un día sin respuesta suya, o diez en camino.',
      },
      later(requested_at, state === 'pending' ? usual.pending : usual.asked),
    )
}
