import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Random } from '../outside/clock.ts'
import type { LetterKeys } from './keys.ts'
import { BackupDamaged, openStream, sealStream } from './sealed-stream.ts'
import type { Db, Tx } from './tables.ts'

/** `rows` by table. */
type WrittenBackup = { path: string; bytes: number; takenAt: Date; rows: Record<string, number> }

/** Whoever is signed in signs in again after a restore; the others matter for minutes, or only where they were seen. */
const leftOut = new Set([
  'login_session',
  'operator_session',
  'captcha_used',
  'rate_limit',
  'observation',
  'alarm',
])

type BackupDeps = {
  db: Db
  keys: LetterKeys
  random: Random
}

/**
 * Everything at one instant, in one file of mode 600, compressed and sealed; a server may run meanwhile. The file gets
 * its name when it is whole and was read back.
 */
export async function writeBackup({ db, keys, random }: BackupDeps, folder: string): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `lacre-${random.uuid()}.partial`)
  try {
    await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await steady(tx)
        // Open before anything can fail: a stream that opens late would make the file after it was removed.
        const file = (await open(draft, 'wx', 0o600)).createWriteStream({ flush: true })
        const seal = (plain: AsyncIterable<Uint8Array>) => sealStream(plain, keys, random)
        await pipeline(backupLines(tx), createGzip({ level: 1 }), seal, file)
      })
    const { takenAt, rows } = await readBackup(createReadStream(draft), keys)
    const name = `lacre-${takenAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
    const path = join(folder, name)
    await rename(draft, path)
    await syncFolder(dirname(path))
    const { size: bytes } = await stat(path)
    await db.insertInto('backup_made').values({ taken_at: takenAt, bytes }).execute()
    return { path, bytes, takenAt, rows }
  } finally {
    await rm(draft, { force: true })
  }
}

const line = (said: BackupLine) => `#${JSON.stringify(said)}\n`

async function* backupLines(tx: Tx): AsyncGenerator<string> {
  const { rows } = await sql<{ at: string; mode: string | null; migrations: string[] }>`
    select to_json(now()) #>> '{}' as at, (select mode from house_mode) as mode,
      (select array_agg(name::text order by name) from migration) as migrations`.execute(tx)
  const { at = '', mode = null, migrations = [] } = rows[0] ?? {}
  yield line({ begins: { takenAt: at, mode, migrations } })
  for (const table of await tablesInOrder(tx)) {
    if (leftOut.has(table.name)) continue
    yield line({ table: table.name })
    const hash = createHash('sha256')
    let count = 0
    for await (const row of rowsOf(tx, table)) {
      count++
      hash.update(row)
      yield `${row}\n`
    }
    yield line({ ends: { table: table.name, rows: count, sha256: hash.digest('hex') } })
  }
  yield line({ whole: { counters: await countersOf(tx) } })
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** `columns`: those a row is written with. `order`: SQL that puts the rows in one order on every server. */
export type TableToCopy = { name: string; columns: string[]; order: string }
export type Counter = { table: string; column: string; last: string; called: boolean }

/** The migrations' own books: the target has its own. */
const ownBooks = ['migration']

/** Every table, parents first, so that a row never comes before the one it refers to. */
export async function tablesInOrder(db: Db | Tx): Promise<TableToCopy[]> {
  const { rows } = await sql<{ name: string; columns: string[]; key: string[]; parents: string[] }>`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select array_agg(quote_ident(a.attname) || case when a.attcollation <> 0 then ' collate "C"' else '' end
          order by array_position(i.indkey::int2[], a.attnum))
        from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey::int2[])
        where i.indrelid = c.oid and i.indisprimary) as key,
      array(select p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`.execute(db)
  const waiting = rows.filter(({ name }) => !ownBooks.includes(name))
  const placed: TableToCopy[] = []
  while (waiting.length) {
    const isPlaced = (name: string) => placed.some((table) => table.name === name)
    const at = waiting.findIndex(({ parents }) => parents.every(isPlaced))
    const [next] = at < 0 ? [] : waiting.splice(at, 1)
    if (!next) throw new Error('the tables refer to each other in a circle')
    if (!next.key) throw new Error(`the table ${next.name} has no primary key`)
    placed.push({ name: next.name, columns: next.columns, order: next.key.join(', ') })
  }
  return placed
}

/** Where the identity columns go on counting. */
async function countersOf(db: Db | Tx): Promise<Counter[]> {
  const { rows } = await sql<{ table: string; column: string; sequence: string }>`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns where table_schema = 'public' and is_identity = 'YES'`.execute(db)
  const counters: Counter[] = []
  for (const { table, column, sequence } of rows) {
    const found = await sql<{ last: string; called: boolean }>`
      select last_value::text as last, is_called as called from ${sql.raw(sequence)}`.execute(db)
    if (found.rows[0]) counters.push({ table, column, ...found.rows[0] })
  }
  return counters
}

/** Says and shows everything alike, and may take its time. For this transaction only. */
export async function steady(tx: Tx): Promise<void> {
  for (const setting of [
    `timezone = 'UTC'`,
    `bytea_output = 'hex'`,
    'statement_timeout = 0',
    'idle_in_transaction_session_timeout = 0',
  ])
    await sql`set local ${sql.raw(setting)}`.execute(tx)
}

/** A row a piece, as JSON that PostgreSQL reads back to the last microsecond. */
export async function* rowsOf(tx: Tx, { name, order }: TableToCopy): AsyncGenerator<string> {
  await sql`declare rows no scroll cursor for
    select to_jsonb(t)::text as row from ${sql.table(name)} t order by ${sql.raw(order)}`.execute(tx)
  const portion = wide.includes(name) ? 10 : 1000
  for (;;) {
    const { rows } = await sql<{ row: string }>`fetch ${sql.lit(portion)} from rows`.execute(tx)
    for (const { row } of rows) yield row
    if (rows.length < portion) break
  }
  await sql`close rows`.execute(tx)
}

/** Letters with their pictures weigh megabytes. */
const wide = ['letter_secret', 'draft', 'template', 'address_book']

/** ISO instant to the microsecond, the installation's mode, the migrations the tables had. */
export type Begins = { takenAt: string; mode: string | null; migrations: string[] }
export type Ends = { table: string; rows: number; sha256: string }
/** The lines of a backup that are no rows; each stands after a `#`. */
type BackupLine = { begins: Begins } | { table: string } | { ends: Ends } | { whole: { counters: Counter[] } }

/** What happens with what is read, in its order. `row` is JSON as PostgreSQL wrote it. */
export type BackupReader = {
  begins(begins: Begins): Promise<void>
  row(table: string, row: string): Promise<void>
  ends(ends: Ends): Promise<void>
  whole(counters: Counter[]): Promise<void>
}
export type ReadBackup = { takenAt: Date; rows: Record<string, number> }

const nothing = () => Promise.resolve()
export const noReader: BackupReader = { begins: nothing, row: nothing, ends: nothing, whole: nothing }

/**
 * Reads a backup to its end and checks it: its seal, its length, every table's count and hash.
 * @throws BackupDamaged, BackupKeyMissing, and whatever `reader` throws.
 */
export async function readBackup(
  file: AsyncIterable<Uint8Array>,
  keys: LetterKeys | undefined,
  reader: BackupReader = noReader,
): Promise<ReadBackup> {
  const place: Place = { table: '', hash: createHash('sha256'), count: 0 }
  const read: ReadBackup = { takenAt: new Date(0), rows: {} }
  let isWhole = false
  for await (const line of splitLines(openStream(file, keys))) {
    if (!line.startsWith('#')) {
      place.count++
      place.hash.update(line)
      await reader.row(place.table, line)
      continue
    }
    const said = JSON.parse(line.slice(1)) as BackupLine
    if ('begins' in said) {
      read.takenAt = new Date(said.begins.takenAt)
      await reader.begins(said.begins)
    } else if ('table' in said) Object.assign(place, { ...said, hash: createHash('sha256'), count: 0 })
    else if ('ends' in said) {
      checkTable(place, said.ends)
      read.rows[place.table] = place.count
      await reader.ends(said.ends)
    } else {
      await reader.whole(said.whole.counters)
      isWhole = true
    }
  }
  if (!isWhole) throw new BackupDamaged('the backup is cut short')
  return read
}

type Place = { table: string; hash: Hash; count: number }

function checkTable({ table, hash, count }: Place, ends: Ends) {
  if (table !== ends.table || count !== ends.rows || hash.digest('hex') !== ends.sha256)
    throw new BackupDamaged(`the table ${table} is not as it was written`)
}

/** A failure of the seal reaches the reader of the lines, and one who stops early closes the file. */
async function* splitLines(sealed: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const plain = createGunzip()
  const source = Readable.from(sealed)
  source.on('error', (error) => plain.destroy(error))
  source.pipe(plain)
  const pieces: Buffer[] = []
  try {
    for await (const piece of plain as AsyncIterable<Buffer>) {
      let from = 0
      for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
        pieces.push(piece.subarray(from, end))
        yield Buffer.concat(pieces.splice(0)).toString()
        from = end + 1
      }
      pieces.push(piece.subarray(from))
    }
  } finally {
    source.destroy()
  }
  if (pieces.some(({ length }) => length)) throw new BackupDamaged('the backup is cut short')
}
