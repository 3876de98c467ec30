import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'
import type { Forgotten } from '../ports.ts'
import type { MailKind } from './queue-mail.ts'

/** They say that money comes back. */
const ofMoney: MailKind[] = ['cancelled', 'refunded', 'given-back']

/**
 * Takes an address out of the outbox: what has gone forgets to whom, what has not gone is dropped, except the
 * message that money comes back.
 */
export async function forgetRecipient(
  { forgetSandboxMail }: { forgetSandboxMail: (tx: Tx, recipient: string) => Promise<void> },
  tx: Tx,
  { email, only }: Forgotten,
): Promise<void> {
  if (!email || only?.length === 0) return
  await tx
    .deleteFrom('mail')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('kind', 'not in', ofMoney)
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  await tx
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('recipient', '=', email)
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  if (!only) await forgetSandboxMail(tx, email)
}

/** The message that money comes back, once it has gone: the account it went to is no more. @returns how many were forgotten */
export async function forgetErased(db: Db): Promise<number> {
  const forgotten = await db
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('kind', 'in', ofMoney)
    .where('recipient', '!=', '')
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .where('key', 'in', (eb) =>
      eb
        .selectFrom('letter')
        .innerJoin('account', 'account.id', 'letter.account_id')
        .where('account.email', '=', '')
        .select(sql<string>`letter.id::text`.as('key')),
    )
    .executeTakeFirst()
  return Number(forgotten.numUpdatedRows)
}
