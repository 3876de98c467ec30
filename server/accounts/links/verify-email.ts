import type { AccountsDeps } from '../deps.ts'
import { findLink, openLink } from './links-table.ts'
import { proveMailbox } from '../claims/prove-mailbox.ts'
import { tryPassword, type TryDeps } from '../claims/try-password.ts'
import { hashOfToken } from '../token.ts'
import { unlessTaken } from '../claims/unless-taken.ts'
import type { Visitor } from '../visitor.ts'

type LinkRefusal = 'link-invalid' | 'link-expired'
export type VerificationRefusal = LinkRefusal | 'claim-unknown-here' | 'claim-password-wrong'
export type Verification = 'verified' | 'already-verified' | VerificationRefusal
type Link = Awaited<ReturnType<typeof findLink>>

/**
 * Proves the one claim the link was made for, in a browser that knows this claim or with its password: whoever owns the
 * mailbox may be asked to prove a stranger's (design.md#claims). A second click (a reload, a mail scanner) finds it proven
 * already. @throws Failure 429, 503
 */
export async function verifyEmail(
  deps: TryDeps & Pick<AccountsDeps, 'eraseContents'>,
  given: { token: string; password?: string | undefined },
  visitor: Visitor,
): Promise<Verification> {
  const { db, clock } = deps
  const hash = hashOfToken(given.token)
  const found = await findLink(db, hash, 'verify-email', visitor.device)
  const settled = settledBefore(found, clock.now())
  if (!found || settled) return settled ?? 'link-invalid'
  if (!found.is_known_here) {
    if (given.password === undefined) return 'claim-unknown-here'
    const { email } = found
    if (!(await tryPassword(deps, { email, password: given.password }, [found], visitor)))
      return 'claim-password-wrong'
  }

  const verified = db.transaction().execute(async (tx): Promise<Verification> => {
    const link = await openLink(tx, hash, 'verify-email')
    const now = clock.now()
    const settled = settledBefore(link, now)
    if (!link || settled) return settled ?? 'link-invalid'
    return (await proveMailbox(deps, tx, 'link', link, now)) === 'taken' ? 'link-invalid' : 'verified'
  })
  return unlessTaken(verified, () => 'link-invalid' as const)
}

function settledBefore(link: Link, now: Date): LinkRefusal | 'already-verified' | undefined {
  if (!link) return 'link-invalid'
  if (link.email_verified_at) return 'already-verified'
  return link.expires_at <= now ? 'link-expired' : undefined
}
