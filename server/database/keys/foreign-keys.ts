import { sql } from 'kysely'
import type { LetterKeys } from './letter-keys.ts'
import type { Db } from '../tables.ts'

/** Everything that is sealed with a key of its own, which one of the outside keys wraps. */
const sealed = [
  'letter_secret',
  'draft',
  'template',
  'address_book',
  'operator_totp',
  'invoice_buyer',
  'signature',
] as const

/** The names of keys that something rests under and that are not at hand. Only a missing key costs a look at the letters. */
export async function foreignKeys(db: Db, keys: LetterKeys | undefined): Promise<string[]> {
  const known = await db.selectFrom('letter_key').select('name').orderBy('first_used_at').execute()
  const foreign: string[] = []
  for (const { name } of known.filter(({ name }) => !keys?.named(name)))
    for (const table of sealed) {
      const { rows } = await sql`select 1 from ${sql.table(table)} where key_name = ${name} limit 1`.execute(
        db,
      )
      if (!rows.length) continue
      foreign.push(name)
      break
    }
  return foreign
}
