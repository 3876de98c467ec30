import type { Tx } from '../../database/tables.ts'

/** The other claims on a proven address lose their password, sessions and links: nothing of theirs opens any more. */
export async function voidClaims(tx: Tx, email: string, winner: string): Promise<void> {
  const losers = tx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('id', '!=', winner)
    .where('email_verified_at', 'is', null)
  await tx.deleteFrom('login_session').where('account_id', 'in', losers).execute()
  await tx.deleteFrom('email_link').where('account_id', 'in', losers).execute()
  await tx.updateTable('account').set({ password_hash: null }).where('id', 'in', losers).execute()
}
