import { sql } from 'kysely'
import type { PassLetters } from '../../ports.ts'

/** Or its first was, when it is sent again (design.md#came-back). */
const wasPaid = sql<boolean>`exists (select from payment
  where payment.letter_id in (letter.id, letter.again_of) and payment.received_cents > 0)`

/** An unpaid one gets a fingerprint of its own: the new owner may have frozen the same letter, and both may yet be paid. */
export const passLetters: PassLetters = async (tx, from, to) => {
  if (!from.length) return
  await tx
    .selectFrom('letter')
    .select('id')
    .where('account_id', 'in', from)
    .orderBy('id')
    .forUpdate()
    .execute()
  await tx
    .updateTable('letter')
    .set({
      account_id: to,
      fingerprint: sql<Buffer>`case state when 'frozen' then sha256(fingerprint || convert_to(id::text, 'UTF8')) else fingerprint end`,
    })
    .where('account_id', 'in', from)
    .where(wasPaid)
    .execute()
}
