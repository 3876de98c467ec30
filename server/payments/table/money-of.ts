import { isGivenUp } from '@lacre/letter/price/payment-states.ts'
import type { Tx } from '../../database/tables.ts'
import type { Money } from '../../ports.ts'
import { refundOf, sumsOf } from './refunds-table.ts'

/** After the letter's lock, as everywhere. What is on its way back, whoever asked for it, pays for nothing any more. */
export async function moneyOf(tx: Tx, letterId: string): Promise<Money> {
  const payment = await tx
    .selectFrom('payment')
    .selectAll()
    .where('letter_id', '=', letterId)
    .where('state', 'in', ['paid', 'refunded', 'taken'])
    .orderBy('state') // a paid one before one that is back, and both before what pays for no letter
    .forUpdate()
    .executeTakeFirst()
  if (!payment) return 'none'
  if (payment.state === 'refunded') return 'refund-asked'
  if (payment.dispute === 'open') return 'disputed'
  if (payment.dispute === 'lost') return 'lost'
  const refund = await refundOf(tx, payment.id)
  if (refund && !isGivenUp(refund.state)) return 'refund-asked'
  const { back, onTheWay } = await sumsOf(tx, payment.id)
  const given = back + onTheWay
  if (given > 0 && given >= payment.received_cents) return 'refund-asked'
  if (refund) return 'refund-failed'
  if (payment.state === 'taken') return 'none'
  return given > 0 ? 'partly-refunded' : 'paid'
}
