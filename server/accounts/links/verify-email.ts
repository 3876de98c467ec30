import type { AccountsDeps } from '../deps.ts'
import { openLink } from './links-table.ts'
import { proveMailbox } from '../claims/prove-mailbox.ts'
import { hashOfToken } from '../token.ts'
import { unlessTaken } from '../claims/unless-taken.ts'

export type Verification = 'verified' | 'already-verified' | 'link-invalid' | 'link-expired'

/** Proves the one claim the link was made for. A second click (a reload, a mail scanner) finds it proven already. */
export function verifyEmail(
  { db, clock }: Pick<AccountsDeps, 'db' | 'clock'>,
  token: string,
): Promise<Verification> {
  const verified = db.transaction().execute(async (tx): Promise<Verification> => {
    const link = await openLink(tx, hashOfToken(token), 'verify-email')
    if (!link) return 'link-invalid'
    if (link.email_verified_at) return 'already-verified'
    const now = clock.now()
    if (link.expires_at <= now) return 'link-expired'
    return (await proveMailbox(tx, link, now)) === 'proven' ? 'verified' : 'link-invalid'
  })
  return unlessTaken(verified, () => 'link-invalid' as const)
}
