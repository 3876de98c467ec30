import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { pipeline as piped } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { MoneyMode } from '@lacre/letter/price/money.ts'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import type { Random } from '../outside/clock.ts'
import type { LetterKeys } from './cipher.ts'
import { openSealedFile, sealStream } from './sealed-file.ts'

/** `rows` by table. */
type WrittenBackup = { path: string; bytes: number; takenAt: Date; rows: Record<string, number> }

/**
 * Not backed up: sessions (everybody signs in again after a restore), short-lived rows, and one node's observations.
 */
const leftOut = new Set([
  'migration',
  'login_session',
  'operator_session',
  'captcha_used',
  'rate_limit',
  'observation',
  'alarm',
])

/** zlib's default of 16 KiB makes so many chunks that a large backup spends half its time in garbage collection. */
const chunkSize = 256 * 1024

/** Writes a sealed backup of one snapshot, mode 600. The file gets its name after it was read back whole. */
export async function writeBackup(
  { pool, keys, random }: { pool: pg.Pool; keys: LetterKeys; random: Random },
  folder: string,
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = join(folder, `lacre-${random.uuid()}.partial`)
  const client = await pool.connect()
  try {
    // Open the file first: a stream that opens late would create it again after its removal.
    const file = (await open(draft, 'wx', 0o600)).createWriteStream({ flush: true })
    const seal = (plain: AsyncIterable<Uint8Array>) => sealStream(plain, keys, random)
    await piped(partsOf(client), createGzip({ level: 1, chunkSize }), seal, file)
    const { takenAt, rows } = await readBackup(draft, keys)
    const name = `lacre-${takenAt.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`
    const path = join(folder, name)
    await rename(draft, path)
    await syncFolder(folder)
    const { size: bytes } = await stat(path)
    await pool.query('insert into backup_made (taken_at, bytes) values ($1, $2)', [takenAt, bytes])
    return { path, bytes, takenAt, rows }
  } finally {
    client.release(true)
    await rm(draft, { force: true })
  }
}

async function syncFolder(folder: string) {
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}

/** `schema`: the last migration. `mode`: null before a server's first start. */
type Head = { takenAt: string; mode: MoneyMode | null; schema: string }
/** `counters`: the last values of the identity columns. */
type Tail = { rows: Record<string, number>; counters: { name: string; last: string }[] }

const part = (bytes: Buffer) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
const words = (said: Head | { table: string } | Tail) => part(Buffer.from(JSON.stringify(said)))
const end = part(Buffer.alloc(0))

/** The head; for each table its name, its bytes and an empty part; the tail. */
async function* partsOf(client: pg.ClientBase): AsyncGenerator<Buffer> {
  await client.query(`begin isolation level repeatable read read only; ${withoutLimits}`)
  const { rows: heads } = await client.query<Head>(`
    select to_json(now()) #>> '{}' as "takenAt", (select mode from installation_mode) as mode,
      (select max(name collate "C") from migration) as schema`)
  yield words(heads[0]!)
  const copies: Record<string, { rowCount: number }> = {}
  for (const table of await tablesInOrder(client)) {
    if (leftOut.has(table)) continue
    yield words({ table })
    const copy = client.query(to(`copy ${table} to stdout (format binary)`))
    copies[table] = copy
    for await (const bytes of copy as AsyncIterable<Buffer>) yield part(bytes)
    yield end
  }
  const { rows: counters } = await client.query<{ name: string; last: string }>(`
    select sequencename as name, last_value as last from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  // PostgreSQL reports the row count only after the last row.
  const rows = Object.fromEntries(Object.entries(copies).map(([table, { rowCount }]) => [table, rowCount]))
  yield words({ rows, counters })
}

/** For this transaction: large tables take longer than the limits. */
export const withoutLimits =
  'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0'

/** Every table, as SQL names it, parents first, so that foreign keys hold while loading. */
export async function tablesInOrder(on: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await on.query<{ name: string }>(`
    with recursive placed (id, depth) as (
      select oid, 0 from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
      union select conrelid, depth + 1 from placed join pg_constraint on confrelid = id and conrelid <> id)
    select id::regclass::text as name from placed group by id order by max(depth), 1`)
  return rows.map(({ name }) => name)
}

export type ReadBackup = Omit<Head, 'takenAt'> & Tail & { takenAt: Date }
/** Must read all bytes of the table. */
type Load = (table: string, bytes: AsyncIterable<Buffer>) => Promise<void>

async function passOver(_table: string, bytes: AsyncIterable<Buffer>) {
  for await (const _ of bytes);
}

/** Reads a backup after checking its seal. @throws BackupDamaged, BackupKeyMissing, and errors of `load` */
export async function readBackup(
  path: string,
  keys: LetterKeys | undefined,
  load: Load = passOver,
): Promise<ReadBackup> {
  const plain = createGunzip({ chunkSize })
  pipeline(await openSealedFile(path, keys), plain, () => {}) // the reader gets the error
  const take = takeFrom(plain)
  const next = async () => take((await take(4)).readUInt32BE())
  async function* bytes() {
    for (let part = await next(); part.length; part = await next()) yield part
  }
  const said = async <Words>() => JSON.parse((await next()).toString()) as Words
  try {
    const { takenAt, ...head } = await said<Head>()
    for (;;) {
      const part = await said<{ table: string } | Tail>()
      if (!('table' in part)) return { ...head, ...part, takenAt: new Date(takenAt) }
      await load(part.table, bytes())
    }
  } finally {
    plain.destroy()
  }
}

/** Reads a number of bytes from the stream. */
function takeFrom(source: AsyncIterable<Buffer>): (count: number) => Promise<Buffer> {
  const pieces = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return async (count) => {
    const parts: Buffer[] = [rest]
    for (let have = rest.length; have < count;) {
      const { value, done } = await pieces.next()
      if (done) break
      parts.push(value)
      have += value.length
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(count)
    return all.subarray(0, count)
  }
}
