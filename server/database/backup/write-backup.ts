import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import type { Random } from '../../outside/random.ts'
import type { LetterKeys } from '../keys/letter-keys.ts'
import type { Db, Tx } from '../tables.ts'
import { readBackup, type BackupLine } from './read-backup.ts'
import { sealStream } from './sealed-stream.ts'
import { countersOf, rowsOf, steady, tablesInOrder } from './tables-in-order.ts'

/** `rows` by table. */
export type WrittenBackup = { path: string; bytes: number; takenAt: Date; rows: Record<string, number> }

/** Whoever is signed in signs in again after a restore; the others matter for minutes, or only where they were seen. */
const leftOut = new Set([
  'login_session',
  'operator_session',
  'captcha_used',
  'rate_limit',
  'observation',
  'alarm',
])

export type BackupDeps = {
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
        await pipeline(linesOf(tx), createGzip({ level: 1 }), seal, file)
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

async function* linesOf(tx: Tx): AsyncGenerator<string> {
  const { rows } = await sql<{ at: string; mode: string | null; migrations: string[] }>`
    select to_json(now()) #>> '{}' as at, (select mode from house_mode) as mode,
      (select array_agg(name::text order by name) from kysely_migration) as migrations`.execute(tx)
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
