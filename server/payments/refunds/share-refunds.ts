import type { Row, Tx } from '../../database/tables.ts'
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
  const spreadBefore = nobodys.map((refund) => ({
    refund,
    before: parts.map(({ payment }) => known.find(isShareOf(refund, payment))?.cents ?? 0),
  }))
  const [isNew, isKnown] = [true, false].map((wanted) =>
    spreadBefore.filter(({ before }) => before.every((cents) => cents === 0) === wanted),
  )
  for (const { refund, before } of [...(isKnown ?? []), ...(isNew ?? [])]) {
    const cents = before.some(Boolean) ? before : spread(refund.cents, roomsOf(parts))
    const given = parts.flatMap(({ payment }, index) =>
      cents[index] ? [{ payment, cents: cents[index] }] : [],
    )
    for (const [index, { payment, cents }] of given.entries())
      give(payment, { ...refund, id: referenceOf(refund.id, payment, index), cents })
  }
  return shares

  /** What is neither back nor on its way, of each payment. */
  function roomsOf(of: Part[]): number[] {
    return of.map(({ payment }) =>
      (shares.get(payment.id) ?? []).reduce(
        (room, { cents, state }) => (state === 'pending' || state === 'succeeded' ? room - cents : room),
        payment.received_cents || payment.amount_cents,
      ),
    )
  }
}

const isShareOf =
  ({ id }: SeenRefund, payment: Part['payment']) =>
  (kept: Row<'card_refund'>) =>
    kept.payment_id === payment.id && (kept.id === id || kept.id.startsWith(`${id} `))
