import { notSignedIn, type SignedIn } from '../../http/bearer.ts'
import { isKnownTo, livingAccount, lockMailbox } from '../claims/accounts-table.ts'
import { tryPassword, type TryDeps } from '../claims/try-password.ts'
import { useUpLinks } from '../links/links-table.ts'
import { announceChange } from '../links/announce-change.ts'
import { passwordWeakness, type PasswordWeakness } from '../passwords/password-weakness.ts'
import type { Visitor } from '../visitor.ts'
import { endOthers } from './own-sessions.ts'

export type ChangeRefusal = PasswordWeakness | 'current-password-wrong' | 'no-password-yet'

/**
 * Another password for who is signed in and knows the one there is. All other sessions end, and the mailbox is told. An
 * account without a password gets its first by a reset, which goes through the mailbox (design.md#password-change).
 * @throws Failure 429, 503; 401 when the account is erased
 */
export async function changePassword(
  deps: TryDeps,
  { accountId, email, emailVerified }: SignedIn,
  given: { session: Buffer; current: string; password: string },
  visitor: Visitor,
): Promise<'changed' | { refused: ChangeRefusal }> {
  const { db, clock, passwords } = deps
  const { device, browser } = visitor
  const account = livingAccount(db, accountId)
    .select(['id', 'password_hash'])
    .select(isKnownTo(device).as('is_known_here'))
  const known = await account.executeTakeFirstOrThrow(notSignedIn)
  if (!known.password_hash) return { refused: 'no-password-yet' }
  if (!(await tryPassword(deps, { email, password: given.current }, [known], visitor)))
    return { refused: 'current-password-wrong' }
  const weakness = await passwordWeakness(given.password, email)
  if (weakness) return { refused: weakness }

  const password_hash = await passwords.hash(given.password, visitor.ip)
  return db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const { numUpdatedRows } = await tx
      .updateTable('account')
      .set({ password_hash })
      .where('id', '=', accountId)
      .where('password_hash', '=', known.password_hash)
      .executeTakeFirst()
    // Reset, or lost to another claim, while it was being checked.
    if (numUpdatedRows !== 1n) return { refused: 'current-password-wrong' }
    await useUpLinks(tx, accountId, 'reset-password', clock.now())
    await endOthers(tx, accountId, given.session, device)
    if (emailVerified) await announceChange(deps, tx, 'password-changed', { email, browser })
    return 'changed'
  })
}
