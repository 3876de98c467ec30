import type { NewRow, Tx } from '../../database/tables.ts'
import type { PassContents } from '../../ports.ts'
import { recordAccess, type AccessDeps } from '../record/record-access.ts'
import { hasPassword, verifiedAccount } from './accounts-table.ts'
import { endAccess, markMailboxProven } from './end-access.ts'
import { proofs, type ProofKind } from './transitions.ts'

type Deps = AccessDeps & { passContents: PassContents }

/**
 * The mailbox answered for this account, and for no other, in one of the ways of `proofs`. Under `lockMailbox`.
 * 'taken': another one was proven before; 'password-ended': it had one, which its owner may miss.
 */
export async function proveMailbox(
  deps: Deps,
  tx: Tx,
  how: ProofKind,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<'proven' | 'password-ended' | 'taken'> {
  const owner = await verifiedAccount(tx, email)
  if (owner && owner.id !== id) return 'taken'

  const hadPassword = await hasPassword(tx, id)
  await endAccess(tx, [id], proofs[how])
  if (how === 'link') await markMailboxProven(tx, id, now)
  if (!owner) await tx.updateTable('account').set({ email_verified_at: now }).where('id', '=', id).execute()
  await voidClaims(deps, tx, email, id)
  await recordAccess(deps, tx, { email, act: 'prove', how })
  return hadPassword && !(await hasPassword(tx, id)) ? 'password-ended' : 'proven'
}

/** An account that is proven from the first moment. */
export async function addProven(
  deps: Deps,
  tx: Tx,
  how: ProofKind,
  account: Pick<NewRow<'account'>, 'id' | 'email' | 'social_subject' | 'social_mailbox_at'>,
  now: Date,
): Promise<void> {
  const row = { ...account, password_hash: null, email_verified_at: now, created_at: now }
  await tx.insertInto('account').values(row).execute()
  await voidClaims(deps, tx, account.email, account.id)
  await recordAccess(deps, tx, { email: account.email, act: 'prove', how })
}

/** Nothing opens the other claims on a proven address any more, nor the address itself; their letters follow the mailbox. */
async function voidClaims({ passContents }: Deps, tx: Tx, email: string, winner: string): Promise<void> {
  const losers = await tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', winner)
    .where('email_verified_at', 'is', null)
    .execute()
  const ids = losers.map(({ id }) => id)
  await endAccess(tx, ids)
  await tx.deleteFrom('sign_in_code').where('email', '=', email).execute()
  await passContents(tx, ids, winner)
}
