import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import type { Random } from '../outside/clock.ts'
import { readBackup, type ReadBackup, tablesInOrder, withoutLimits } from './backup.ts'
import { letterCipher, type LetterCipher, type LetterKeys } from './cipher.ts'
import { migrate, migrationNames, onOneConnection } from './open.ts'
import { BackupDamaged } from './sealed-file.ts'
import type { Db, Tx } from './tables.ts'

export type RestoreRefusal = 'not-empty' | 'other-version' | 'other-mode'

type RestoreInput = {
  path: string
  at: pg.PoolConfig
  keys: LetterKeys | undefined
  mode: MoneyMode
}

/**
 * Restores a backup into an empty database, all or nothing; the file is read whole before anything is written. Marks
 * the database as not yet settled with the outside world. @throws BackupDamaged, BackupKeyMissing
 */
export async function restoreBackup({
  path,
  at,
  keys,
  mode,
}: RestoreInput): Promise<ReadBackup | { refused: RestoreRefusal }> {
  const backup = await readBackup(path, keys)
  if (backup.schema !== migrationNames().at(-1)) return { refused: 'other-version' }
  if (backup.mode && backup.mode !== mode) return { refused: 'other-mode' }
  return onOneConnection(at, async ({ db, pool }) => {
    if (await isUsed(pool)) return { refused: 'not-empty' as const }
    await migrate(db)
    await load(pool, path, keys)
    return backup
  })
}

/** Tables a server writes by just starting. */
const tablesOfStart = ['migration', 'installation_mode', 'observation', 'alarm', 'reconciliation']

async function isUsed(pool: pg.Pool): Promise<boolean> {
  const tables = (await tablesInOrder(pool)).filter((name) => !tablesOfStart.includes(name))
  if (!tables.length) return false
  const { rowCount } = await pool.query(
    tables.map((name) => `(select 1 from ${name} limit 1)`).join(' union all '),
  )
  return rowCount !== 0
}

async function load(pool: pg.Pool, path: string, keys: LetterKeys | undefined) {
  const client = await pool.connect()
  try {
    await client.query(`begin; ${withoutLimits}`)
    for (const table of tablesOfStart.slice(1)) await client.query(`delete from ${table}`)
    await client.query('set constraints all deferred') // a row may refer to a later row of its own table
    const loaded: Record<string, { rowCount: number }> = {}
    const { rows, counters, takenAt } = await readBackup(path, keys, async (table, bytes) => {
      const copy = client.query(from(`copy ${table} from stdin (format binary)`))
      await pipeline(bytes, copy)
      loaded[table] = copy
    })
    for (const [table, count] of Object.entries(rows))
      if (loaded[table]?.rowCount !== count) throw new BackupDamaged(`rows of ${table} are missing`)
    for (const { name, last } of counters) await client.query('select setval($1, $2)', [name, last])
    await client.query(advanceBatches)
    await client.query('insert into restoration (restored_at, taken_at) values (now(), $1)', [takenAt])
    await client.query('commit')
  } finally {
    client.release(true)
  }
}

/** Batch ids continue at the seconds since 2026, so that names given after the backup are not reused. */
const advanceBatches = `
  select setval(pg_get_serial_sequence('print_batch', 'id'), greatest(
    (select coalesce(max(id), 1) from print_batch),
    extract(epoch from now() - timestamptz '2026-01-01 00:00Z')::int))`

/** The restore that is not settled yet; no server starts meanwhile. */
export const openRestoration = (db: Db) =>
  db
    .selectFrom('restoration')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst()

export const endRestoration = (tx: Tx, now: Date) =>
  tx.updateTable('restoration').set({ settled_at: now }).where('settled_at', 'is', null).execute()

/** When this database was last restored. No two restores have the same instant. */
export async function lastRestored(tx: Tx): Promise<Date | undefined> {
  const { last } = await tx
    .selectFrom('restoration')
    .select((eb) => eb.fn.max('restored_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

/** `letters`: how many have pages that open and match their hash; `broken`: the ids of the others. */
type Verified = ReadBackup & { letters: number; broken: string[] }

/** Restores into a temporary database on the same server, opens every letter, and drops it again. */
export async function verifyBackup(
  source: { path: string; at: pg.PoolConfig; keys: LetterKeys; mode: MoneyMode },
  random: Random,
): Promise<Verified | { refused: RestoreRefusal }> {
  const name = `lacre_verify_${random.uuid().replaceAll('-', '')}`
  await onOneConnection(source.at, ({ pool }) => pool.query(`create database ${name}`))
  const at = databaseNamed(source.at, name)
  try {
    const read = await restoreBackup({ ...source, at })
    if ('refused' in read) return read
    const cipher = letterCipher(source.keys, random)
    return { ...read, ...(await onOneConnection(at, ({ db }) => openEveryLetter(db, cipher))) }
  } finally {
    await onOneConnection(source.at, ({ pool }) => pool.query(`drop database if exists ${name} with (force)`))
  }
}

async function openEveryLetter(db: Db, cipher: LetterCipher) {
  const ids = await db.selectFrom('letter_secret').select('letter_id').orderBy('letter_id').execute()
  const broken: string[] = []
  for (const { letter_id } of ids) {
    const row = await db
      .selectFrom('letter_secret')
      .innerJoin('letter', 'letter.id', 'letter_secret.letter_id')
      .select(['wrapped_key', 'key_name', 'pdf', 'pdf_sha256'])
      .where('letter_id', '=', letter_id)
      .executeTakeFirstOrThrow()
    try {
      const pdf = cipher.openPdf(letter_id, row)
      if (createHash('sha256').update(pdf).digest('hex') !== row.pdf_sha256) broken.push(letter_id)
    } catch {
      broken.push(letter_id)
    }
  }
  return { letters: ids.length - broken.length, broken }
}

/** `pg` prefers a connection string to fields, so the name is changed inside it. */
export function databaseNamed(at: pg.PoolConfig, name: string): pg.PoolConfig {
  if (!at.connectionString) return { ...at, database: name }
  const url = new URL(at.connectionString)
  url.pathname = `/${name}`
  return { ...at, connectionString: url.href }
}
