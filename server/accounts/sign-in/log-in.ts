import { lockMailbox, passwordsOf } from '../claims/accounts-table.ts'
import { tryPassword, type TryDeps } from '../claims/try-password.ts'
import { canonicalEmail } from '../email.ts'
import { openSession } from './open-session.ts'
import type { Visitor } from '../visitor.ts'

/** A verified account, or the first few claims on an address nobody has proven yet. */
const passwordsTried = 3

/**
 * Always three checks, but in a browser that the proven account knows: the time does not tell a stranger whether, or how
 * often, an address is known. @throws Failure 429, 503; ProviderSilent
 */
export async function logIn(
  deps: TryDeps,
  given: { email: string; password: string; captchaAnswer: string | undefined },
  visitor: Visitor,
): Promise<{ token: string; isLost: boolean } | { refused: 'wrong-password' | 'account-disabled' }> {
  const email = canonicalEmail(given.email)
  const known = await passwordsOf(deps.db, email, visitor.device, passwordsTried)
  const isOwnersBrowser = known[0]?.email_verified_at && known[0].is_known_here
  const tried = isOwnersBrowser ? known : Array.from({ length: passwordsTried }, (_, at) => known[at])
  const opened = await tryPassword(deps, { ...given, email }, tried, visitor)
  if (!opened) return { refused: 'wrong-password' }

  const { id, password_hash, password_mailbox_at: mailboxAt } = opened
  return deps.db.transaction().execute(async (tx) => {
    await lockMailbox(tx, email)
    const now = await passwordsOf(tx, email, visitor.device, passwordsTried)
    // Reset or lost to another claim while it was being checked: that ended all sessions, so this one must not begin.
    const still = now.find((account) => account.id === id && account.password_hash === password_hash)
    if (!still) return { refused: 'wrong-password' }
    const entry = await openSession(deps, tx, { id, mailboxAt, now: deps.clock.now() }, visitor)
    return 'refused' in entry ? entry : { ...entry, isLost: still.is_lost }
  })
}
