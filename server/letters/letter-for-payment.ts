import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { LetterCipher } from '../database/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import { findAddresses, findOwn } from './letters-table.ts'
import { openAddresses } from './sealed-addresses.ts'

/** What the payments room may know of a letter: what it costs and which bytes are paid. */
export type LetterForPayment = {
  id: string
  state: State
  totalCents: number
  currency: string
  pdfSha256: string
  sampleRecipient: boolean
}

/** Undefined when the account has no such letter. */
export async function letterForPayment(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  letterId: string,
  accountId: string,
): Promise<LetterForPayment | undefined> {
  const letter = await findOwn(db, accountId, letterId)
  if (!letter) return undefined
  const [sealed] = await findAddresses(db, [letterId])
  return {
    id: letter.id,
    state: letter.state,
    totalCents: letter.total_cents,
    currency: letter.currency,
    pdfSha256: letter.pdf_sha256,
    sampleRecipient: !!sealed && isSampleRecipient(openAddresses(cipher, letterId, sealed).destination),
  }
}
