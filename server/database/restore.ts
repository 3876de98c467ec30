import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Random } from '../outside/clock.ts'
import {
  type BackupReader,
  type Begins,
  type Counter,
  type Ends,
  noReader,
  readBackup,
  type ReadBackup,
  rowsOf,
  steady,
  tablesInOrder,
  type TableToCopy,
} from './backup.ts'
import { letterCipher, type LetterCipher } from './cipher.ts'
import type { LetterKeys } from './keys.ts'
import { migrate, migrationNames, migrationsDone } from './migrate.ts'
import { connect } from './open.ts'
import { BackupDamaged } from './sealed-stream.ts'
import type { Db, Tx } from './tables.ts'

export type RestoreRefusal = 'not-empty' | 'other-version' | 'other-mode'

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
 * A backup into an empty database, all of it or nothing, every count and hash compared after. The database is marked as one to be settled with the outside world.
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
  if (begins.migrations.join() !== migrationNames().join()) throw new Refused('other-version')
  if (begins.mode && begins.mode !== mode) throw new Refused('other-mode')
  if ((await migrationsDone(db)).length && !(await isEmpty(db))) throw new Refused('not-empty')
  await migrate(db)
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

const portion = { rows: 1000, characters: 16 * 1024 * 1024 }

/** Takes what `readBackup` reads into empty tables of the same form, and reads every table back to compare. */
async function tableLoader(tx: Tx): Promise<Omit<BackupReader, 'begins'>> {
  const tables = new Map((await tablesInOrder(tx)).map((table) => [table.name, table]))
  // Rows come back as they were: what a trigger adds or forbids to new ones has been said about them already.
  await triggers(tx, tables.keys(), 'disable')
  await sql`set constraints all deferred`.execute(tx) // a row may come before one of its own table it refers to
  let waiting: string[] = []
  let characters = 0
  function of(name: string): TableToCopy {
    const table = tables.get(name)
    if (!table) throw new BackupDamaged(`there is no table ${name}`)
    return table
  }
  async function insert(table: TableToCopy) {
    if (waiting.length) await insertRows(tx, table, waiting)
    waiting = []
    characters = 0
  }
  return {
    async row(table, row) {
      waiting.push(row)
      characters += row.length
      if (waiting.length >= portion.rows || characters >= portion.characters) await insert(of(table))
    },
    async ends(ends) {
      await insert(of(ends.table))
      await compare(tx, of(ends.table), ends)
    },
    async whole(counters) {
      for (const counter of counters) await setCounter(tx, counter)
      await sql`set constraints all immediate`.execute(tx)
      await triggers(tx, tables.keys(), 'enable')
    },
  }
}

async function triggers(tx: Tx, tables: Iterable<string>, action: 'enable' | 'disable') {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} ${sql.raw(action)} trigger user`.execute(tx)
}

async function insertRows(tx: Tx, { name, columns }: TableToCopy, rows: string[]) {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  await sql`
    insert into ${sql.table(name)} (${list}) overriding system value
    select ${sql.join(columns.map((column) => sql.ref(`r.${column}`)))}
    from unnest(${rows}::text[]) with ordinality as line (text, place),
      jsonb_populate_record(null::${sql.table(name)}, line.text::jsonb) r
    order by place`.execute(tx)
}

async function compare(tx: Tx, table: TableToCopy, { rows, sha256 }: Ends) {
  const hash = createHash('sha256')
  let count = 0
  for await (const row of rowsOf(tx, table)) {
    count++
    hash.update(row)
  }
  if (count !== rows || hash.digest('hex') !== sha256)
    throw new BackupDamaged(`the table ${table.name} did not arrive as it was written`)
}

const setCounter = (tx: Tx, { table, column, last, called }: Counter) =>
  sql`select setval(pg_get_serial_sequence(quote_ident(${table}), ${column}), ${last}::bigint, ${called})`.execute(
    tx,
  )

/** The restore whose consequences are not settled yet; no server starts meanwhile. */
export const openRestoration = (db: Db) =>
  db
    .selectFrom('restoration')
    .selectAll()
    .where('settled_at', 'is', null)
    .orderBy('restored_at', 'desc')
    .executeTakeFirst()

export const endRestoration = (tx: Tx, now: Date) =>
  tx.updateTable('restoration').set({ settled_at: now }).where('settled_at', 'is', null).execute()

/** When this database last came out of a backup. No two restores are of the same instant. */
export async function lastRestored(tx: Tx): Promise<Date | undefined> {
  const { last } = await tx
    .selectFrom('restoration')
    .select((eb) => eb.fn.max('restored_at').as('last'))
    .executeTakeFirstOrThrow()
  return last ?? undefined
}

/** `letters`: how many have pages that open and are the ones that were paid; `broken`: the ids of the others. */
type Verified = ReadBackup & { letters: number; broken: string[] }

/** Restores into a database of its own on the same server, opens every letter, and drops it again. */
export async function verifyBackup(
  source: { path: string; at: pg.PoolConfig; keys: LetterKeys; mode: MoneyMode },
  random: Random,
): Promise<Verified | { refused: RestoreRefusal }> {
  const name = `lacre_verify_${random.uuid().replaceAll('-', '')}`
  await asking(source.at, `create database ${name}`)
  const at = databaseNamed(source.at, name)
  try {
    const read = await restoreBackup({ ...source, at })
    if ('refused' in read) return read
    const { db } = connect({ ...at, max: 1 }, () => {})
    try {
      return { ...read, ...(await openEveryLetter(db, letterCipher(source.keys, random))) }
    } finally {
      await db.destroy()
    }
  } finally {
    await asking(source.at, `drop database if exists ${name} with (force)`)
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

/** `pg` lets a connection string win over fields, so the name is changed inside it. */
function databaseNamed(at: pg.PoolConfig, name: string): pg.PoolConfig {
  if (!at.connectionString) return { ...at, database: name }
  const url = new URL(at.connectionString)
  url.pathname = `/${name}`
  return { ...at, connectionString: url.href }
}

/** Statements that cannot stand in a transaction. */
async function asking(at: pg.PoolConfig, statement: string) {
  const { db } = connect({ ...at, max: 1 }, () => {})
  try {
    await sql.raw(statement).execute(db)
  } finally {
    await db.destroy()
  }
}
