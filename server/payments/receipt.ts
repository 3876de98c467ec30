import { leavesAt, madridDay } from '@lacre/letter/days.ts'
import { sumLines } from '@lacre/letter/price/price.ts'
import { shortHash } from '@lacre/letter/order-number.ts'
import type { Row, Tx } from '../database/tables.ts'
import type { PaymentsDeps } from './deps.ts'
import { queueMail } from '../mail/outbox.ts'
import { lockLetter } from '../letters/letters-table.ts'

type ReceiptDeps = Pick<PaymentsDeps, 'clock' | 'random' | 'cutOff' | 'closedDays'>

/** The receipt of letters that are paid together now, once for ever. `paidAt` begins the time in which they can be cancelled. */
export async function queueReceipt(
  deps: ReceiptDeps,
  tx: Tx,
  letters: Row<'letter'>[],
  paidAt: Date,
): Promise<void> {
  const { cutOff, closedDays } = deps
  const [first, ...others] = letters.map(({ id, pdf_sha256, pages, sheets, post_on }) => ({
    letterId: id,
    hash: shortHash(pdf_sha256),
    pages: String(pages),
    sheets: String(sheets),
    ...(post_on && post_on > madridDay(paidAt) && { postOn: post_on }),
  }))
  if (!first) return
  const leaving = cutOff && letters.map(({ post_on }) => leavesAt(paidAt, post_on, cutOff).toISOString())
  await queueMail(deps, tx, {
    kind: 'receipt',
    data: {
      ...first,
      ...(others.length && { others: JSON.stringify(others) }),
      total: String(letters.reduce((sum, { total_cents }) => sum + total_cents, 0)),
      lines: JSON.stringify(sumLines(letters.map(({ price_lines }) => price_lines))),
      paidAt: paidAt.toISOString(),
      ...(leaving && { cancelUntil: leaving.toSorted()[0] }),
      ...(closedDays.length && { closedDays: closedDays.join() }),
    },
  })
}

/** Of a letter that a person sends on: unless its payment was booked with its order's receipt, which names it. */
export async function queueReceiptOf(deps: ReceiptDeps, tx: Tx, letterId: string): Promise<void> {
  const letter = await lockLetter(tx, letterId)
  const paid = tx.selectFrom('letter_step').select('seq').where('letter_id', '=', letterId)
  if (!letter || (await paid.where('step', '=', 'pay').executeTakeFirst())) return
  await queueReceipt(deps, tx, [letter], deps.clock.now())
}
