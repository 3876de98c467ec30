import { type AccountsDeps, canonicalEmail } from './accounts-table.ts'
import { announceChange, proveMailbox } from './claims.ts'
import { findLink, openLink } from './links.ts'
import { passwordWeakness, type PasswordWeakness } from './passwords.ts'
import { hashOfToken, type Visitor } from './sessions.ts'
import { type TryDeps, tryPassword } from './sign-in.ts'

type LinkRefusal = 'link-invalid' | 'link-expired'
type Verification =
  'verified' | 'already-verified' | LinkRefusal | 'claim-unknown-here' | 'claim-password-wrong'
type Link = Awaited<ReturnType<typeof findLink>>

/**
 * Proves the claim of the link, in a browser known to it or with its password: else the mailbox's owner could be
 * tricked into proving a stranger's claim (design/accounts.md#claims). A second click (a reload, a mail scanner) is
 * answered as already proven. @throws Failure 429, 503
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

  return db.transaction().execute(async (tx) => {
    const link = await openLink(tx, hash, 'verify-email')
    const settled = settledBefore(link, clock.now())
    if (!link || settled) return settled ?? 'link-invalid'
    await proveMailbox(deps, tx, 'link', { ...link, browser: visitor.browser })
    return 'verified'
  })
}

const settledBefore = (link: Link, now: Date) =>
  link?.email_verified_at ? 'already-verified' : refusalOf(link, now)

function refusalOf(link: Link, now: Date): LinkRefusal | undefined {
  if (!link) return 'link-invalid'
  return link.expires_at <= now ? 'link-expired' : undefined
}

/**
 * Sets a new password for the link's account; in a browser unknown to an unproven claim, for a new account instead. The
 * link proves the mailbox and ends all earlier access, Google sign-in included: a former holder of the mailbox may have
 * joined theirs. A later Google sign-in joins the owner's again, if its proof is good. @throws Failure 503
 */
export async function resetPassword(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'passwords' | 'eraseContents'>,
  { token, password }: { token: string; password: string },
  { browser, device, ip }: Visitor,
): Promise<'changed' | { refused: `reset-${LinkRefusal}` | PasswordWeakness }> {
  const { db, clock, passwords } = deps
  const hash = hashOfToken(token)
  const link = await findLink(db, hash, 'reset-password')
  const refused = refusalOf(link, clock.now())
  if (refused) return { refused: `reset-${refused}` }
  const weakness = await passwordWeakness(password, canonicalEmail(link?.email ?? ''))
  if (weakness) return { refused: weakness }

  const password_hash = await passwords.hash(password, ip)
  return db.transaction().execute(async (tx) => {
    const link = await openLink(tx, hash, 'reset-password', device)
    const refused = refusalOf(link, clock.now())
    if (!link || refused) return { refused: `reset-${refused ?? 'link-invalid'}` }
    const { email } = link
    const isOwn = link.email_verified_at || link.is_known_here
    const id = await proveMailbox(deps, tx, 'reset', { id: isOwn ? link.id : undefined, email, browser })
    await tx.updateTable('account').set({ password_hash }).where('id', '=', id).execute()
    await announceChange(deps, tx, 'password-changed', { email, browser })
    return 'changed'
  })
}
