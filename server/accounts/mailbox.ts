import type { Tx } from '../database/tables.ts'
import { unlessTaken } from './accounts-table.ts'
import { addProven, proveMailbox } from './claims.ts'
import type { AccountsDeps } from './deps.ts'
import { canonicalEmail } from './email.ts'
import { announceChange, findLink, openLink, useUpLinks } from './links.ts'
import { passwordWeakness, type PasswordWeakness } from './password-weakness.ts'
import { hashOfToken, type Visitor } from './sessions.ts'
import { type TryDeps, tryPassword } from './sign-in.ts'

type LinkRefusal = 'link-invalid' | 'link-expired'
export type VerificationRefusal = LinkRefusal | 'claim-unknown-here' | 'claim-password-wrong'
type Verification = 'verified' | 'already-verified' | VerificationRefusal
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

type ResetLinkRefusal = 'reset-link-invalid' | 'reset-link-expired'
export type ResetRefusal = ResetLinkRefusal | PasswordWeakness

/**
 * A new password for the account the link was made for, or for a new one in the place of a claim that this browser does not know. The link came through the mailbox, so it proves it, and
 * whatever opened the account before is closed. The social identity, too: somebody who once held the mailbox may have
 * joined theirs; a later social sign-in joins the owner's again, where the provider's proof is good. @throws Failure 503
 */
export async function resetPassword(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'passwords' | 'eraseContents'>,
  { token, password }: { token: string; password: string },
  { browser, device, ip }: Visitor,
): Promise<'changed' | { refused: ResetRefusal }> {
  const { db, clock, passwords } = deps
  const hash = hashOfToken(token)
  const link = await findLink(db, hash, 'reset-password')
  const refused = linkRefusal(link, clock.now())
  if (refused) return { refused }
  const weakness = await passwordWeakness(password, canonicalEmail(link?.email ?? ''))
  if (weakness) return { refused: weakness }

  const passwordHash = await passwords.hash(password, ip)
  const changed = db.transaction().execute(async (tx) => {
    const now = clock.now()
    const link = await openLink(tx, hash, 'reset-password', device)
    const refused = linkRefusal(link, now)
    if (!link || refused) return { refused: refused ?? 'reset-link-invalid' } as const
    const id = await provenAccount(deps, tx, link, now)
    if (!id) return { refused: 'reset-link-invalid' } as const
    await useUpLinks(tx, id, 'reset-password', now)
    await setPassword(tx, id, passwordHash, now)
    await announceChange(deps, tx, 'password-changed', { email: link.email, browser })
    return 'changed' as const
  })
  return unlessTaken(changed, () => ({ refused: 'reset-link-invalid' }) as const)
}

/** The link's own, unless it is a claim that is known elsewhere only. Undefined: another one was proven before. */
async function provenAccount(
  deps: Pick<AccountsDeps, 'clock' | 'random' | 'eraseContents'>,
  tx: Tx,
  { id, email, email_verified_at, is_known_here }: NonNullable<Link>,
  now: Date,
): Promise<string | undefined> {
  if (email_verified_at || is_known_here)
    return (await proveMailbox(deps, tx, 'reset', { id, email }, now)) === 'taken' ? undefined : id
  const made = deps.random.uuid()
  await addProven(deps, tx, { id: made, email, social_subject: null, social_mailbox_at: null }, now)
  return made
}

function linkRefusal(link: Link, now: Date): ResetLinkRefusal | undefined {
  if (!link || link.used_at) return 'reset-link-invalid'
  return link.expires_at <= now ? 'reset-link-expired' : undefined
}

async function setPassword(tx: Tx, accountId: string, password_hash: string, password_mailbox_at: Date) {
  await tx
    .updateTable('account')
    .set({ password_hash, password_mailbox_at })
    .where('id', '=', accountId)
    .execute()
}
