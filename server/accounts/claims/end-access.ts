import type { Tx } from '../../database/tables.ts'
import { endsOfLosers, type Access } from './transitions.ts'

/** How each thing that opens an account is ended. The browsers that were known go with the sessions. */
const endings = {
  password: (tx, ids) =>
    tx.updateTable('account').set({ password_hash: null }).where('id', 'in', ids).execute(),
  social: (tx, ids) =>
    tx.updateTable('account').set({ social_subject: null }).where('id', 'in', ids).execute(),
  links: (tx, ids) => tx.deleteFrom('email_link').where('account_id', 'in', ids).execute(),
  sessions: async (tx, ids) => {
    await tx.deleteFrom('login_session').where('account_id', 'in', ids).execute()
    await tx.deleteFrom('known_device').where('account_id', 'in', ids).execute()
  },
} satisfies Record<Access, (tx: Tx, accountIds: string[]) => Promise<unknown>>

/** Ends what opens these accounts: all of it, unless `which` names a part. */
export async function endAccess(tx: Tx, accountIds: string[], which = endsOfLosers): Promise<void> {
  if (!accountIds.length) return
  for (const access of which) await endings[access](tx, accountIds)
}
