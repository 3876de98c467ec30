import { comesAfter } from '@lacre/letter/price/payment-states.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { SeenRefund } from '../seen-intent.ts'
import { referenceOf, spread } from '../spread.ts'
import type { Part } from '../table/orders-table.ts'
import { sentRefunds } from '../table/refunds-table.ts'

type Payment = Part['payment']
/** What the refunds seen now are of each payment, by its id. */
type Shares = Map<string, SeenRefund[]>

/**
 * Whose money each refund of an order is, by payment (design.md#orders). It says for which letter; what somebody gave back
 * at the provider without saying so is spread over all of them, and stays as it was spread.
 */
export async function shareRefunds(
  tx: Tx,
  { parts, known }: Pick<Books, 'parts' | 'known'>,
  seen: SeenRefund[],
): Promise<Shares> {
  const shares: Shares = new Map(parts.map(({ payment }) => [payment.id, []]))
  const give = (payment: Payment, refund: SeenRefund) => shares.get(payment.id)?.push(refund)
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
function roomOf(payment: Payment, { shares, known }: Pick<Books, 'shares' | 'known'>): number {
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
  ({ id }: SeenRefund, payment: Payment) =>
  (kept: Row<'card_refund'>) =>
    kept.payment_id === payment.id && (kept.id === id || kept.id.startsWith(`${id} `))
