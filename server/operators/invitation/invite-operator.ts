import { later } from '@lacre/letter/duration.ts'
import { validFor } from '@lacre/letter/kept-for.ts'
import type { Db } from '../../database/tables.ts'
import type { QueueMail } from '../../mail/queue-mail.ts'
import type { Clock } from '../../outside/clock.ts'
import type { VerifiedAccount } from '../../ports.ts'
import { operatorOf, type Operator } from '../operators-table.ts'
import type { PseudonymOf } from '../../database/keys/pseudonym.ts'
import { rankOf } from '../rank.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { putInvitation } from './invitations-table.ts'

export type InviteDeps = {
  db: Db
  clock: Clock
  newToken: () => { token: string; hash: Buffer }
  verifiedAccount: VerifiedAccount
  pseudonymOf: PseudonymOf
  queueMail: QueueMail
  publicUrl: URL
}

/** `email` in its one spelling; `by`: who gives the order. */
export type Invitation = { email: string; name: string; isSupervisor: boolean; by: string }

/**
 * Whoever is an operator already stays as they are. For anybody else a link, also by mail; it makes nobody an operator
 * by itself (design.md#operators-by-invitation).
 */
export function inviteOperator(
  { db, clock, newToken, verifiedAccount, pseudonymOf, queueMail, publicUrl }: InviteDeps,
  { email, name, isSupervisor, by }: Invitation,
): Promise<{ link: string } | { known: Operator }> {
  return db.transaction().execute(async (tx) => {
    const account = await verifiedAccount(tx, email)
    const known = account && (await operatorOf(tx, account.id))
    if (known) return { known }
    const { token, hash } = newToken()
    const now = clock.now()
    const expires_at = later(now, validFor.invitation)
    await putInvitation(tx, { token_hash: hash, email, name, is_supervisor: isSupervisor, expires_at })
    const link = new URL('/invitation', publicUrl)
    link.searchParams.set('token', token)
    const data = { link: link.href }
    await queueMail(tx, { kind: 'operator-invitation', key: hash.toString('hex'), to: email, data })
    const entry = { subject: pseudonymOf(email), note: rankOf({ isSupervisor }), now }
    await recordAuditEntry(tx, { by, action: 'invite-operator', ...entry })
    return { link: link.href }
  })
}
