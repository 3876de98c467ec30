import type { Tx } from '../../database/tables.ts'
import type { PassLetters } from '../../ports.ts'
import { verifiedAccount } from './accounts-table.ts'
import { voidClaims } from './void-claims.ts'

/** The mailbox answered for this account, and for no other. Under `lockMailbox`. 'taken': another one was proven before. */
export async function proveMailbox(
  deps: { passLetters: PassLetters },
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<'proven' | 'taken'> {
  const owner = await verifiedAccount(tx, email)
  if (owner && owner.id !== id) return 'taken'

  if (!owner) await tx.updateTable('account').set({ email_verified_at: now }).where('id', '=', id).execute()
  await voidClaims(deps, tx, email, id)
  return 'proven'
}
