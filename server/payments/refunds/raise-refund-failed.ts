import { raiseConcern } from '../../database/concerns.ts'
import type { Db, Tx } from '../../database/tables.ts'
import type { Payment } from '../table/payments-table.ts'

export const raiseRefundFailed = (tx: Db | Tx, payment: Payment): Promise<void> =>
  raiseConcern(tx, {
    kind: 'refund-failed',
    letterId: payment.letter_id,
    reference: payment.id,
    note: 'El proveedor de pago no ha podido devolver el dinero. Devuélvalo por otro medio.',
  })
