import { sql, type RawBuilder } from 'kysely'
import { UnknownLetterKey, type LetterCipher, type WrappedKey } from './letter-cipher.ts'
import type { Db } from '../tables.ts'

/** Whatever is sealed with a key of its own, and by what that key is bound to it. */
const sealed = [
  { table: 'letter_secret', id: 'letter_id' },
  { table: 'draft', id: 'id' },
  { table: 'template', id: 'id' },
  { table: 'address_book', id: 'id' },
  { table: 'operator_totp', id: 'account_id' },
  { table: 'invoice_buyer', id: 'payment_id' },
  { table: 'signature', id: 'account_id' },
] as const

/** `unknown`: how many rest under each key that is not here. `damaged`: their keys open with no key. Ids. */
export type Rewrapped = { count: number; unknown: Map<string, number>; damaged: string[] }

type Wrapped = WrappedKey & { id: string }
const firstId = '00000000-0000-0000-0000-000000000000'

/**
 * Wraps every key anew that `current` does not wrap yet, `portion` rows in a transaction: killed at any moment, it
 * goes on where it was. What the keys open is not touched.
 */
export async function rewrapLetters(
  db: Db,
  cipher: LetterCipher,
  { current, portion = 200 }: { current: string; portion?: number },
): Promise<Rewrapped> {
  const done: Rewrapped = { count: 0, unknown: new Map(), damaged: [] }
  for (const { table, id } of sealed) {
    const place = { table: sql.table(table), id: sql.ref(id) }
    let after: string | undefined = firstId
    while (after !== undefined)
      after = await rewrapPortion(db, cipher, { ...place, current, portion, after, done })
  }
  return done
}

type Portion = {
  table: RawBuilder<unknown>
  id: RawBuilder<unknown>
  current: string
  portion: number
  after: string
  done: Rewrapped
}

/** Answers the last id it looked at, or undefined at the end. */
const rewrapPortion = (db: Db, cipher: LetterCipher, { table, id, current, portion, after, done }: Portion) =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Wrapped>`
      select ${id} as id, wrapped_key, key_name from ${table}
      where key_name <> ${current} and ${id} > ${after} order by ${id} limit ${portion} for update`.execute(
      tx,
    )
    const renewed = rows.flatMap((row) => renew(cipher, row, done))
    await sql`
      update ${table} set wrapped_key = new.wrapped_key, key_name = new.key_name
      from unnest(${renewed.map((one) => one.id)}::uuid[], ${renewed.map((one) => one.wrapped_key)}::bytea[],
                  ${renewed.map((one) => one.key_name)}::text[]) as new (row_id, wrapped_key, key_name)
      where ${id} = new.row_id`.execute(tx)
    done.count += renewed.length
    return rows.at(-1)?.id
  })

function renew(cipher: LetterCipher, row: Wrapped, { unknown, damaged }: Rewrapped): Wrapped[] {
  try {
    return [{ id: row.id, ...cipher.rewrap(row.id, row) }]
  } catch (error) {
    if (error instanceof UnknownLetterKey) unknown.set(row.key_name, (unknown.get(row.key_name) ?? 0) + 1)
    else damaged.push(row.id)
    return []
  }
}

/**
 * From here on nobody can seal with these keys, whoever still has them in memory; false, and nothing is changed, when
 * something is still under one of them.
 */
export async function retireKeys(db: Db, names: string[]): Promise<boolean> {
  if (!names.length) return true
  const stillUsed = new Error('still used')
  try {
    await db.transaction().execute(async (tx) => {
      await sql`
        insert into letter_key (name, retired_at) select unnest(${names}::text[]), now()
        on conflict (name) do update set retired_at = coalesce(letter_key.retired_at, now())`.execute(tx)
      // After the lock: whoever was sealing with one of them has committed by now, and is seen.
      for (const { table } of sealed) {
        const { rows } = await sql`
          select 1 from ${sql.table(table)} where key_name = any(${names}::text[]) limit 1`.execute(tx)
        if (rows.length) throw stillUsed
      }
    })
    return true
  } catch (error) {
    if (error !== stillUsed) throw error
    return false
  }
}
