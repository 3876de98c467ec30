import type { Tx } from '../../database/tables.ts'

/** Also the browsers that were known: whoever entered in them may have been somebody else. */
export async function endSessions(tx: Tx, accountIds: string[]): Promise<void> {
  await tx.deleteFrom('login_session').where('account_id', 'in', accountIds).execute()
  await tx.deleteFrom('known_device').where('account_id', 'in', accountIds).execute()
}

/** Whatever opened these accounts opens them no more: password, sessions, links. */
export async function endAccess(tx: Tx, accountIds: string[]): Promise<void> {
  if (!accountIds.length) return
  await endSessions(tx, accountIds)
  await tx.deleteFrom('email_link').where('account_id', 'in', accountIds).execute()
  await tx.updateTable('account').set({ password_hash: null }).where('id', 'in', accountIds).execute()
}
