import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'

/** A claim may have lost while its letter was being paid for: what is paid then is the owner's, too. Under the letters' locks. */
export async function followMailbox(tx: Tx, letterIds: string[]): Promise<void> {
  await sql`update letter set account_id = owner.id from account lost, account owner
    where letter.id = any(${letterIds}::uuid[]) and lost.id = letter.account_id and lost.email_verified_at is null
      and owner.email = lost.email and owner.email <> '' and owner.email_verified_at is not null`.execute(tx)
}
