import type { TrustSession } from '../../ports.ts'
import { lockMailbox } from '../claims/accounts-table.ts'
import { endAccess } from '../claims/end-access.ts'

/** Who takes up an invitation holds what was mailed to the address (design.md#operators-by-invitation). */
export const trustSession: TrustSession = async (tx, { accountId, sessionId, email }, now) => {
  await lockMailbox(tx, email)
  await tx.updateTable('login_session').set({ mailbox_at: now }).where('id', '=', sessionId).execute()
  await endAccess(tx, [accountId], { ends: ['password', 'sessions', 'social'], keepProven: true })
  await tx
    .deleteFrom('login_session')
    .where('account_id', '=', accountId)
    .where('id', '!=', sessionId)
    .execute()
}
