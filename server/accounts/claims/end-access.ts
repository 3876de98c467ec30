import type { Tx } from '../../database/tables.ts'
import { endsOfLosers, type Access } from './transitions.ts'

/** `keepProven`: what the mailbox has proven stays. */
type Which = { ends?: readonly Access[]; keepProven?: boolean }

/** How each thing that opens an account is ended. The browsers that were known go with the sessions. */
const endings = {
  password: (tx, ids, keepProven) =>
    tx
      .updateTable('account')
      .set({ password_hash: null, password_mailbox_at: null })
      .where('id', 'in', ids)
      .$if(keepProven, (query) => query.where('password_mailbox_at', 'is', null))
      .execute(),
  social: (tx, ids, keepProven) =>
    tx
      .updateTable('account')
      .set({ social_subject: null, social_mailbox_at: null })
      .where('id', 'in', ids)
      .$if(keepProven, (query) => query.where('social_mailbox_at', 'is', null))
      .execute(),
  // Who has one reads the mailbox.
  links: (tx, ids, keepProven) =>
    keepProven ? Promise.resolve() : tx.deleteFrom('email_link').where('account_id', 'in', ids).execute(),
  sessions: async (tx, ids, keepProven) => {
    for (const table of ['login_session', 'known_device'] as const)
      await tx
        .deleteFrom(table)
        .where('account_id', 'in', ids)
        .$if(keepProven, (query) => query.where('mailbox_at', 'is', null))
        .execute()
  },
} satisfies Record<Access, (tx: Tx, accountIds: string[], keepProven: boolean) => Promise<unknown>>

/** Ends what opens these accounts: all of it, unless a part is named. */
export async function endAccess(
  tx: Tx,
  accountIds: string[],
  { ends = endsOfLosers, keepProven = false }: Which = {},
): Promise<void> {
  if (!accountIds.length) return
  for (const access of ends) await endings[access](tx, accountIds, keepProven)
}

/** Whoever opens the account by what there is now has shown the mailbox, or that the claim is theirs. */
export async function markMailboxProven(tx: Tx, accountId: string, now: Date): Promise<void> {
  await tx
    .updateTable('account')
    .set({ password_mailbox_at: now })
    .where('id', '=', accountId)
    .where('password_hash', 'is not', null)
    .execute()
  for (const table of ['login_session', 'known_device'] as const)
    await tx.updateTable(table).set({ mailbox_at: now }).where('account_id', '=', accountId).execute()
}
