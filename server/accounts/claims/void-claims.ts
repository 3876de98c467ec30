import type { Tx } from '../../database/tables.ts'
import type { PassLetters } from '../../ports.ts'
import { endAccess } from './end-access.ts'

/** Nothing opens the other claims on a proven address any more; their letters follow the mailbox. */
export async function voidClaims(
  { passLetters }: { passLetters: PassLetters },
  tx: Tx,
  email: string,
  winner: string,
): Promise<void> {
  const losers = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', winner)
    .where('email_verified_at', 'is', null)
    .execute()
  const ids = losers.map(({ id }) => id)
  await endAccess(tx, ids)
  await passLetters(tx, ids, winner)
}
