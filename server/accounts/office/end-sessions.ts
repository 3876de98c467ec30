import type { EndSessions } from '../../ports.ts'

export const endSessions: EndSessions = async (tx, accountId) => {
  await tx.deleteFrom('login_session').where('account_id', '=', accountId).execute()
}
