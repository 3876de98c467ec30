import { sql } from 'kysely'
import type { LetterKeys } from './letter-keys.ts'
import type { Db } from '../tables.ts'

/**
 * The names of keys that letters or drafts rest under and that are not at hand. Only a key that is missing costs a
 * look at the letters.
 */
export async function foreignKeys(db: Db, keys: LetterKeys | undefined): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from letter_key where retired_at is null order by first_used_at`.execute(db)
  const missing = rows.map(({ name }) => name).filter((name) => !keys?.named(name))
  if (!missing.length) return []
  const used = await sql<{ name: string }>`
    select missing as name from unnest(${missing}::text[]) as missing
    where exists (select 1 from letter_secret where key_name = missing)
       or exists (select 1 from draft where key_name = missing)
       or exists (select 1 from template where key_name = missing)
       or exists (select 1 from address_book where key_name = missing)
       or exists (select 1 from operator_totp where key_name = missing)
       or exists (select 1 from invoice_buyer where key_name = missing)
       or exists (select 1 from signature where key_name = missing)`.execute(db)
  return used.rows.map(({ name }) => name)
}
