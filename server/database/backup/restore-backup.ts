import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { createReadStream } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import type { LetterKeys } from '../keys/letter-keys.ts'
import { migrate, migrationNames, migrationsDone } from '../migrate.ts'
import { connect } from '../open.ts'
import type { Db, Tx } from '../tables.ts'
import { tableLoader } from './load-tables.ts'
import { noReader, readBackup, type Begins, type ReadBackup } from './read-backup.ts'
import { steady, tablesInOrder } from './tables-in-order.ts'

export type RestoreRefusal = 'not-empty' | 'newer-version' | 'other-version' | 'other-mode'

class Refused extends Error {
  refusal: RestoreRefusal
  constructor(refusal: RestoreRefusal) {
    super(refusal)
    this.refusal = refusal
  }
}

type RestoreInput = {
  path: string
  at: pg.PoolConfig
  keys: LetterKeys | undefined
  mode: MoneyMode
}

/**
 * A backup into an empty database, all of it or nothing, every count and hash compared after; then brought up to this
 * version. The database is marked as one to be settled with the outside world.
 * @throws BackupDamaged, BackupKeyMissing
 */
export async function restoreBackup({
  path,
  at,
  keys,
  mode,
}: RestoreInput): Promise<ReadBackup | { refused: RestoreRefusal }> {
  const { db } = connect({ ...at, max: 2 }, () => {})
  try {
    const begins = await firstLine(path, keys)
    await prepare(db, begins, mode)
    const read = await db.transaction().execute(async (tx) => {
      await steady(tx)
      for (const { name } of await tablesInOrder(tx))
        if (ownWord.includes(name)) await sql`delete from ${sql.table(name)}`.execute(tx)
      const loader = await tableLoader(tx)
      const done = await readBackup(createReadStream(path), keys, { ...noReader, ...loader })
      await advanceBatches(tx)
      await tx
        .insertInto('restoration')
        .values({ restored_at: sql<Date>`now()`, taken_at: done.takenAt, settled_at: null })
        .execute()
      return done
    })
    await migrate(db)
    return read
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal }
    throw error
  } finally {
    await db.destroy()
  }
}

/**
 * Batches go on at the seconds since 2026: the names given after the backup come to no other batch, as long as fewer
 * than one a second are closed, also when it is restored twice.
 */
const advanceBatches = (tx: Tx) =>
  sql`
  select setval(pg_get_serial_sequence('print_batch', 'id'), greatest(
    (select coalesce(max(id), 1) from print_batch),
    extract(epoch from now() - timestamptz '2026-01-01 00:00Z')::int))`.execute(tx)

/** What the backup says of itself, before anything is done with it. */
async function firstLine(path: string, keys: LetterKeys | undefined): Promise<Begins> {
  const found = new Error('found')
  let first: Begins | undefined
  const begins = (begins: Begins) => {
    first = begins
    return Promise.reject(found)
  }
  try {
    await readBackup(createReadStream(path), keys, { ...noReader, begins })
  } catch (error) {
    if (error !== found) throw error
  }
  if (!first) throw new Error('a backup that was read begins with what it is')
  return first
}

/** The tables as they were when the backup was made, and nothing in them. */
async function prepare(db: Db, begins: Begins, mode: RestoreInput['mode']) {
  const known = migrationNames()
  if (begins.migrations.some((name) => !known.includes(name))) throw new Refused('newer-version')
  if (begins.mode && begins.mode !== mode) throw new Refused('other-mode')
  const done = await migrationsDone(db)
  if (!done.length) return migrate(db, { upTo: begins.migrations.at(-1) })
  if (!(await isEmpty(db))) throw new Refused('not-empty')
  if (done.join() !== begins.migrations.join()) throw new Refused('other-version')
}

/** What a server writes of itself when it is only started, and never used: its mode, what it sees, how far it has read. */
const ownWord = ['house_mode', 'observation', 'alarm', 'reconciliation']

async function isEmpty(db: Db | Tx): Promise<boolean> {
  for (const { name } of await tablesInOrder(db)) {
    if (ownWord.includes(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length) return false
  }
  return true
}
