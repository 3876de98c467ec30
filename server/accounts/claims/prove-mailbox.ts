import { keepsPaidLetters } from '../../database/queries/lost-claims.ts'
import type { NewRow, Tx } from '../../database/tables.ts'
import type { EraseContents } from '../../ports.ts'
import { hasPassword, verifiedAccount } from './accounts-table.ts'
import { endAccess, markMailboxProven } from './end-access.ts'
import { proofs, type ProofKind } from './transitions.ts'

type Deps = { eraseContents: EraseContents }

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
  return hadPassword && !(await hasPassword(tx, id)) ? 'password-ended' : 'proven'
}

/** An account that is proven from the first moment. */
export async function addProven(
  deps: Deps,
  tx: Tx,
  account: Pick<NewRow<'account'>, 'id' | 'email' | 'social_subject' | 'social_mailbox_at'>,
  now: Date,
): Promise<void> {
  const row = { ...account, password_hash: null, email_verified_at: now, created_at: now }
  await tx.insertInto('account').values(row).execute()
  await voidClaims(deps, tx, account.email, account.id)
}

/**
 * Nothing opens the other claims on a proven address any more, unless they keep a paid letter, which their own session or
 * password goes on opening (design.md#paid-unproven); nor the address itself.
 */
async function voidClaims({ eraseContents }: Deps, tx: Tx, email: string, winner: string): Promise<void> {
  const losers = await tx
    .selectFrom('account')
    .select(['id', keepsPaidLetters.as('keeps_letters')])
    .where('email', '=', email)
    .where('id', '!=', winner)
    .where('email_verified_at', 'is', null)
    .execute()
  const idsOf = (claims: typeof losers) => claims.map(({ id }) => id)
  await endAccess(tx, idsOf(losers.filter(({ keeps_letters }) => !keeps_letters)))
  await endAccess(tx, idsOf(losers), { ends: ['links'] })
  await tx.deleteFrom('sign_in_code').where('email', '=', email).execute()
  await eraseContents(tx, idsOf(losers))
}
