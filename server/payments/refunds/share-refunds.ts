import type { Tx } from '../../database/tables.ts'
import type { SeenRefund } from '../seen-intent.ts'
import { referenceOf, spread } from '../spread.ts'
import type { Part } from '../table/orders-table.ts'
import { refundsOfPayments } from '../table/refunds-table.ts'

/**
 * Whose money each refund of an order is, by payment (design.md#orders). It says for which letter; what somebody gave back
 * at the provider without saying so is spread over all of them, and stays as it was spread.
 */
export async function shareRefunds(
  tx: Tx,
  parts: Part[],
  seen: SeenRefund[],
): Promise<Map<string, SeenRefund[]>> {
  const shares = new Map(parts.map(({ payment }) => [payment.id, [] as SeenRefund[]]))
  const give = (payment: Part['payment'], refund: SeenRefund) => shares.get(payment.id)?.push(refund)
  const known = await refundsOfPayments(tx, [...shares.keys()])
  const nobodys: SeenRefund[] = []
  for (const refund of seen) {
    const part = parts.find(({ letter }) => letter.id === refund.letterId)
    if (part) give(part.payment, refund)
    else nobodys.push(refund)
  }
  for (const refund of nobodys) {
    const ids = parts.map(({ payment }, index) => referenceOf(refund.id, payment, index))
    const before = ids.map((id) => known.find((one) => one.id === id)?.cents ?? 0)
    const cents = before.some(Boolean) ? before : spread(refund.cents, await roomsOf(parts))
    for (const [index, { payment }] of parts.entries())
      if (cents[index]) give(payment, { ...refund, id: ids[index]!, cents: cents[index] })
  }
  return shares

  /** What is neither back nor on its way, of each payment. */
  async function roomsOf(of: Part[]): Promise<number[]> {
    return of.map(({ payment }) =>
      (shares.get(payment.id) ?? []).reduce(
        (room, { cents, state }) => (state === 'pending' || state === 'succeeded' ? room - cents : room),
        payment.received_cents || payment.amount_cents,
      ),
    )
  }
}
