import type { Tx } from '../../database/tables.ts'
import { verifiedAccount } from './accounts-table.ts'
import { voidClaims } from './void-claims.ts'

/** The mailbox answered for this account, and for no other. Under `lockMailbox`. 'taken': another one was proven before. */
export async function proveMailbox(
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<'proven' | 'taken'> {
  const owner = await verifiedAccount(tx, email)
  if (owner && owner.id !== id) return 'taken'

  if (!owner) await tx.updateTable('account').set({ email_verified_at: now }).where('id', '=', id).execute()
  await voidClaims(tx, email, id)
  return 'proven'
}
