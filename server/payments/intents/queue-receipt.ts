import { nextCutOff } from '@lacre/letter/cut-off.ts'
import type { Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'
import { mailOf, type OwedLetter } from '../table/owed-letter.ts'

/** The receipt of a letter that is paid now, once for ever. `paidAt` begins the time in which it can be cancelled. */
export async function queueReceipt(
  { queueMail, cutOff }: Pick<PaymentsDeps, 'queueMail' | 'cutOff'>,
  tx: Tx,
  letter: OwedLetter,
  paidAt: Date,
): Promise<void> {
  await queueMail(tx, {
    kind: 'receipt',
    key: letter.id,
    to: await mailOf(tx, letter.account_id),
    data: {
      letterId: letter.id,
      hash: letter.pdf_sha256.slice(0, 12),
      pages: String(letter.pages),
      sheets: String(letter.sheets),
      total: String(letter.total_cents),
      lines: JSON.stringify(letter.price_lines),
      paidAt: paidAt.toISOString(),
      ...(cutOff && { cancelUntil: nextCutOff(paidAt, cutOff).toISOString() }),
    },
  })
}
