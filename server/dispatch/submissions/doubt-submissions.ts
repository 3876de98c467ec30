import { sql } from 'kysely'
import type { Tx } from '../../database/tables.ts'

/** After a restore: perhaps handed to the printer since the backup, so looked up there before anything is repeated. */
export async function doubtSubmissions(tx: Tx): Promise<void> {
  await sql`
    update submission set state = 'unknown', key_used_at = coalesce(key_used_at, created_at)
    where state in ('ready', 'submitting')`.execute(tx)
}
