import type { Tx } from '../../database/tables.ts'
import type { AccountsDeps } from '../deps.ts'
import { canonicalEmail } from '../email.ts'
import { findLink, openLink, useUpLinks } from './links-table.ts'
import { announceChange } from './announce-change.ts'
import { passwordWeakness, type PasswordWeakness } from '../passwords/password-weakness.ts'
import { addProven, proveMailbox } from '../claims/prove-mailbox.ts'
import type { Visitor } from '../visitor.ts'
import { hashOfToken } from '../token.ts'
import { unlessTaken } from '../claims/unless-taken.ts'

type LinkRefusal = 'reset-link-invalid' | 'reset-link-expired'
export type ResetRefusal = LinkRefusal | PasswordWeakness
type Link = Awaited<ReturnType<typeof findLink>>

/**
 * A new password for the account the link was made for, or for a new one in the place of a claim that this browser does not know. The link came through the mailbox, so it proves it, and
 * whatever opened the account before is closed. The social identity, too: somebody who once held the mailbox may have
 * joined theirs; a later social sign-in joins the owner's again, where the provider's proof is good. @throws Failure 503
 */
export async function resetPassword(
  deps: Pick<AccountsDeps, 'db' | 'clock' | 'random' | 'passwords' | 'eraseContents' | 'queueMail'>,
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

function linkRefusal(link: Link, now: Date): LinkRefusal | undefined {
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
