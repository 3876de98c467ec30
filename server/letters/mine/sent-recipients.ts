import type { Address } from '@lacre/letter/address/address.ts'
import type { LetterCipher } from '../../database/keys/letter-cipher.ts'
import type { Db } from '../../database/tables.ts'
import { openAddresses } from '../stored/sealed-addresses.ts'
import { ownAddresses } from './own-letters.ts'

const mostOpened = 500

/** To whom an account's newest letters go, newest first: paid ones, which neither were called off nor came back. */
export async function sentRecipients(
  { db, cipher }: { db: Db; cipher: LetterCipher },
  accountId: string,
): Promise<Address[]> {
  const filter = { states: ['paid' as const, 'batched' as const, 'printed' as const, 'posted' as const] }
  const rows = await ownAddresses(db, accountId, { filter, after: undefined, limit: mostOpened })
  return rows.map((row) => openAddresses(cipher, row.id, row).destination)
}
