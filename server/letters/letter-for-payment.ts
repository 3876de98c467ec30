import { isSampleRecipient } from '@lacre/letter/address/samples.ts'
import * as calls from '@lacre/letter/calls.ts'
import type { State } from '@lacre/letter/journey.ts'
import type { LetterCipher } from '../database/keys/letter-cipher.ts'
import type { Db } from '../database/tables.ts'
import { findAddresses, findOwn } from './stored/letters-table.ts'
import { openAddresses } from './stored/sealed-addresses.ts'

/** What the payments room may know of a letter: what it costs and which bytes are paid. */
export type LetterForPayment = {
  id: string
  state: State
  totalCents: number
  currency: string
  pdfSha256: string
  sampleRecipient: boolean
}

/** Undefined when the account has no such letter, whatever `letterId` may be. */
export async function letterForPayment(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  letterId: string,
  accountId: string,
): Promise<LetterForPayment | undefined> {
  if (!calls.letterId.safeParse({ id: letterId }).success) return undefined
  const letter = await findOwn(db, accountId, letterId)
  if (!letter) return undefined
  const [sealed] = await findAddresses(db, [letter.id])
  return {
    id: letter.id,
    state: letter.state,
    totalCents: letter.total_cents,
    currency: letter.currency,
    pdfSha256: letter.pdf_sha256,
    sampleRecipient: !!sealed && isSampleRecipient(openAddresses(cipher, letter.id, sealed).destination),
  }
}
