import type { Db, NewRow, Row, Tx } from '../../database/tables.ts'
import { isKnownTo, lockMailbox } from '../claims/accounts-table.ts'

export type Purpose = Row<'email_link'>['purpose']

export async function addLink(tx: Tx, link: Omit<NewRow<'email_link'>, 'used_at'>): Promise<void> {
  await tx
    .insertInto('email_link')
    .values({ ...link, used_at: null })
    .execute()
}

/**
 * A link with the account it belongs to, and whether a browser knows that account; links stay until they expire, so a
 * second click can be told from a forgery.
 */
export const findLink = (db: Db | Tx, hash: Buffer, purpose: Purpose, device?: Buffer) =>
  db
    .selectFrom('email_link')
    .innerJoin('account', 'account.id', 'email_link.account_id')
    .select(['account.id', 'account.email', 'email_verified_at', 'password_hash', 'expires_at', 'used_at'])
    .select(isKnownTo(device).as('is_known_here'))
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst()

/** The same, as it stands once it is this transaction's turn to decide over the mailbox. */
export async function openLink(tx: Tx, hash: Buffer, purpose: Purpose, device?: Buffer) {
  const found = await findLink(tx, hash, purpose)
  if (!found) return undefined
  await lockMailbox(tx, found.email)
  return findLink(tx, hash, purpose, device)
}

export async function useUpLinks(tx: Tx, accountId: string, purpose: Purpose, now: Date): Promise<void> {
  await tx
    .updateTable('email_link')
    .set({ used_at: now })
    .where('account_id', '=', accountId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .execute()
}
