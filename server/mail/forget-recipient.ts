import { sql } from 'kysely'
import type { Db, Tx } from '../database/tables.ts'

/** Whose messages: all to the address, or only those about these letters and links when others share it. */
export type Forgotten = { email: string; only?: string[] | undefined }

/**
 * Takes an address out of the outbox: what has gone forgets to whom, what has not gone is dropped, except the word
 * that money comes back.
 */
export async function forgetRecipient(tx: Tx, { email, only }: Forgotten): Promise<void> {
  if (!email || only?.length === 0) return
  await tx
    .deleteFrom('mail')
    .where('recipient', '=', email)
    .where('sent_at', 'is', null)
    .where('kind', '!=', 'cancelled')
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  await tx
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('recipient', '=', email)
    .where((eb) => eb.or([eb('sent_at', 'is not', null), eb('given_up_at', 'is not', null)]))
    .$if(!!only, (query) => query.where('key', 'in', only!))
    .execute()
  if (!only) await tx.deleteFrom('sandbox_mail').where('recipient', '=', email).execute()
}

/** The last word about money, once it has gone: the account it went to is no more. @returns how many were forgotten */
export async function forgetErased(db: Db): Promise<number> {
  const forgotten = await db
    .updateTable('mail')
    .set({ recipient: '', data: JSON.stringify({}) })
    .where('kind', '=', 'cancelled')
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
