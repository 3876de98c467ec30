import type { Db } from '../../database/tables.ts'
import type { SignedIn } from '../../http/bearer.ts'
import type { Clock } from '../../outside/clock.ts'
import type { TrustSession, VerifiedAccount } from '../../ports.ts'
import { putOperator } from '../operators-table.ts'
import type { PseudonymOf } from '../../database/keys/pseudonym.ts'
import { rankOf } from '../rank.ts'
import { recordAuditEntry } from '../record-audit-entry.ts'
import { dropInvitation, invitationOf } from './invitations-table.ts'

export type TakeUpDeps = {
  db: Db
  clock: Clock
  hashOfToken: (token: string) => Buffer
  verifiedAccount: VerifiedAccount
  trustSession: TrustSession
  pseudonymOf: PseudonymOf
}
export type InvitationRefusal = 'invitation-invalid' | 'invitation-expired' | 'invitation-not-yours'

/**
 * Only the account that has proven the invited address becomes an operator by it, once. Nobody else who could open the account
 * is in it any more.
 */
export function takeUpInvitation(
  { db, clock, hashOfToken, verifiedAccount, trustSession, pseudonymOf }: TakeUpDeps,
  { accountId, sessionId }: Pick<SignedIn, 'accountId' | 'sessionId'>,
  token: string,
): Promise<'taken-up' | InvitationRefusal> {
  return db.transaction().execute(async (tx) => {
    const invitation = await invitationOf(tx, hashOfToken(token))
    if (!invitation) return 'invitation-invalid'
    const { email, name, is_supervisor, expires_at } = invitation
    const now = clock.now()
    if (expires_at <= now) return 'invitation-expired'
    const entry = { by: pseudonymOf(accountId), subject: pseudonymOf(email), now }
    if ((await verifiedAccount(tx, email))?.id !== accountId) {
      await recordAuditEntry(tx, { ...entry, action: 'refuse-invitation' })
      return 'invitation-not-yours'
    }
    await trustSession(tx, { accountId, sessionId, email }, now)
    await putOperator(tx, { account_id: accountId, name, is_supervisor, added_at: now })
    await dropInvitation(tx, email)
    const note = rankOf({ isSupervisor: is_supervisor })
    await recordAuditEntry(tx, { ...entry, action: 'add-operator', note })
    return 'taken-up'
  })
}
