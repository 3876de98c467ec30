import { nextCutOff } from '@lacre/letter/cut-off.ts'
import { shortHash } from '@lacre/letter/short-hash.ts'
import type { Row, Tx } from '../../database/tables.ts'
import type { PaymentsDeps } from '../deps.ts'

/** The receipt of a letter that is paid now, once for ever. `paidAt` begins the time in which it can be cancelled. */
export async function queueReceipt(
  { queueMail, cutOff }: Pick<PaymentsDeps, 'queueMail' | 'cutOff'>,
  tx: Tx,
  letter: Row<'letter'>,
  paidAt: Date,
): Promise<void> {
  await queueMail(tx, {
    kind: 'receipt',
    data: {
      letterId: letter.id,
      hash: shortHash(letter.pdf_sha256),
      pages: String(letter.pages),
      sheets: String(letter.sheets),
      total: String(letter.total_cents),
      lines: JSON.stringify(letter.price_lines),
      paidAt: paidAt.toISOString(),
      ...(cutOff && { cancelUntil: nextCutOff(paidAt, cutOff).toISOString() }),
    },
  })
}

export async function queueReceiptOf(
  deps: Pick<PaymentsDeps, 'clock' | 'cutOff' | 'lockLetter' | 'queueMail'>,
  tx: Tx,
  letterId: string,
): Promise<void> {
  const letter = await deps.lockLetter(tx, letterId)
  if (letter) await queueReceipt(deps, tx, letter, deps.clock.now())
}
