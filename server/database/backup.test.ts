// @module-tag long
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import type pg from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { systemRandom } from '../outside/clock.ts'
import { openPrintRoom, type PrintRoom } from '../testing/console-app.ts'
import { ownFolder } from '../testing/own-folder.ts'
import { testDatabase } from '../testing/test-database.ts'
import { databaseMode, migrationsDone } from './open.ts'
import { fixedKeys, type LetterKeys } from './cipher.ts'
import { restoreBackup, verifyBackup } from './restore.ts'
import { BackupDamaged, BackupKeyMissing } from './sealed-file.ts'
import { tablesInOrder, writeBackup } from './backup.ts'

const random = systemRandom
let keys: LetterKeys
let app: PrintRoom
let folder: string
beforeEach(async () => {
  app = await openPrintRoom()
  keys = fixedKeys(Buffer.alloc(32, 3))
  folder = ownFolder()
  await databaseMode(app.db, 'sandbox')
})

const take = (pool = app.pool) => writeBackup({ pool, keys, random }, folder)

/** An app with something of every kind: microseconds, big numbers, bytes, JSON, a word in three scripts. */
async function fill() {
  await app.put({ name: 'one', pages: 2 })
  await app.put({ name: 'two' })
  await sql`insert into job (kind, key, payload) select 'k', n::text, '{"ñ": [1.50, null]}' from generate_series(1, 2500) n`.execute(
    app.db,
  )
  await sql`insert into draft (id, account_id, version, wrapped_key, key_name, content, addresses, updated_at)
    select gen_random_uuid(), id, 1, '\\x01', 'a key', '\\x02', '\\x03', now() from account`.execute(app.db)
  await sql`delete from job where id > 2490`.execute(app.db)
  await sql`insert into print_batch (closed_at, closed_by, letters, sheets, pdf_sha256)
    values ('2026-11-21 09:00:00.123456+01', E'línea\nde 東京\\ 🙂', 1, 1, '')`.execute(app.db)
  await sql`insert into login_session values ('\\x01', (select id from account), now(), now())`.execute(
    app.db,
  )
}

/** Without a table, as a new DATABASE_URL is. Restoring migrates it, which takes longer than the rest. */
const newDatabase = () => testDatabase('template1')

async function contents(pool: pg.Pool) {
  const found: Record<string, string[]> = {}
  for (const table of await tablesInOrder(pool)) {
    const { rows } = await pool.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t order by 1`,
    )
    found[table] = rows.map(({ row }) => row)
  }
  return found
}

test('what was backed up comes back, to the last bit, and counting goes on where it was', async () => {
  await fill()
  const { path, rows, bytes } = await take()
  expect(rows).toMatchObject({ letter: 2, letter_secret: 2, job: 2490, print_batch: 1 })
  expect(statSync(path)).toMatchObject({ size: bytes })
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toHaveLength(1)

  const { db, pool, at } = await newDatabase()
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toMatchObject({ rows })
  const [before, after] = [await contents(app.pool), await contents(pool)]
  const { login_session, restoration, backup_made, migration, ...restored } = after
  expect(restored).toEqual(
    Object.fromEntries(Object.entries(before).filter(([name]) => Object.hasOwn(restored, name))),
  )
  expect(login_session).toEqual([])
  expect(migration).toHaveLength(1)
  expect(backup_made).toEqual([])
  expect(restoration).toHaveLength(1)
  await sql`insert into job (kind, key) values ('k', 'next')`.execute(db)
  const next = await db.selectFrom('job').select('id').where('key', '=', 'next').executeTakeFirstOrThrow()
  expect(next.id).toBe('2501')
})

test('a backup tells nothing by itself: no word, no address, no e-mail, no table', async () => {
  await fill()
  const { path } = await take()
  const seen = readFileSync(path)
  for (const word of ['ana@example.org', 'letter_secret', '%PDF', 'línea', 'takenAt'])
    expect(seen.includes(word), word).toBe(false)
  expect(seen.subarray(0, 15).toString()).toBe('LACRE-BACKUP 3 ')
})

test('it is one instant: what a running server writes meanwhile is in it as a whole or not at all', async () => {
  await fill()
  const writing = new AbortController()
  let pairs = 0
  const writer = (async () => {
    for (let n = 0; !writing.signal.aborted; n++, pairs++)
      await app.db.transaction().execute(async (tx) => {
        await sql`insert into job (kind, key) values ('pair', ${`a${n}`})`.execute(tx)
        await sql`insert into issue (id, kind, reference, note, created_at) values
          (gen_random_uuid(), 'pair', ${`a${n}`}, '', now())`.execute(tx)
      })
  })()
  for (let turn = 0; turn < 3; turn++) {
    const before = pairs
    await expect.poll(() => pairs).toBeGreaterThan(before)
    const { path } = await take()
    const { db, at } = await testDatabase()
    await restoreBackup({ path, at, keys, mode: 'sandbox' })
    const { rows } = await sql<{ odd: number; pairs: number }>`
      select count(*) filter (where j.key is null or c.reference is null)::int odd, count(*)::int pairs
      from (select key from job where kind = 'pair') j full join issue c on c.reference = j.key`.execute(db)
    expect(rows[0]?.odd).toBe(0)
    expect(rows[0]?.pairs).toBeGreaterThan(before)
    rmSync(path)
  }
  writing.abort()
  await writer
})

test('it goes only into an empty database; an app that was only started is empty', async () => {
  await fill()
  const { path } = await take()
  const started = await testDatabase()
  await databaseMode(started.db, 'sandbox')
  await sql`insert into observation values ('cards-accepted', now())`.execute(started.db)
  await sql`insert into alarm values ('disk', now(), now())`.execute(started.db)
  expect(await restoreBackup({ path, at: started.at, keys, mode: 'sandbox' })).toHaveProperty('rows')
  expect(await restoreBackup({ path, at: started.at, keys, mode: 'sandbox' })).toEqual({
    refused: 'not-empty',
  })
  const { db, pool, at } = await testDatabase()
  await sql`insert into job (kind, key) values ('k', 'mine')`.execute(db)
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toEqual({ refused: 'not-empty' })
  expect(await contents(pool)).toMatchObject({ letter: [], job: [expect.stringContaining('mine')] })
})

test('a letter comes back that is sent again for one far behind it in the backup (design/letter.md#came-back)', async () => {
  await app.put({ name: 'one' })
  await sql`insert into letter select r.* from letter, generate_series(1, 1001) n, jsonb_populate_record(letter,
    jsonb_build_object('id', lpad(n::text, 32, '0')::uuid, 'state', 'returned')) r`.execute(app.db)
  const { numAffectedRows } =
    await sql`update letter set again_of = (select max(id::text)::uuid from letter where state = 'returned')
    where id = '00000000-0000-0000-0000-000000000001'`.execute(app.db)
  expect(numAffectedRows).toBe(1n)
  const { path, rows } = await take()
  const { at } = await testDatabase()
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toMatchObject({ rows })
})

test('a backup of the sandbox is refused by a real app (design/trust.md#never-printed-unpaid)', async () => {
  await fill()
  const { path } = await take()
  const { at } = await testDatabase()
  expect(await restoreBackup({ path, at, keys, mode: 'live' })).toEqual({ refused: 'other-mode' })
})

test('a backup of another version is refused: only the version that made it restores it', async () => {
  await fill()
  await sql`insert into migration (name) values ('9999_later.sql')`.execute(app.db)
  const { path } = await take()
  const { db, at } = await newDatabase()
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toEqual({ refused: 'other-version' })
  expect(await migrationsDone(db)).toEqual([])
})

test('a changed byte, a lost end, more behind it: nothing of it is restored', async () => {
  await fill()
  const { path } = await take()
  const whole = readFileSync(path)
  const header = whole.indexOf('\n') + 1
  const changed = Buffer.from(whole)
  changed[whole.length - 40]! ^= 1
  const changedHeader = Buffer.from(whole)
  changedHeader[header - 2]! ^= 1
  const damages = {
    changed,
    'changed salt': changedHeader,
    cut: whole.subarray(0, whole.length - 7),
    'cut in the header': whole.subarray(0, header - 7),
    'cut behind the header': whole.subarray(0, header),
    'more behind it': Buffer.concat([whole, whole.subarray(header)]),
    'not ours': Buffer.from(
      'PGDMP and something longer than a header would be, so that it can be read whole, yes',
    ),
    empty: Buffer.alloc(0),
  }
  const { pool, at } = await newDatabase()
  for (const [name, bytes] of Object.entries(damages)) {
    writeFileSync(path, bytes)
    await expect(restoreBackup({ path, at, keys, mode: 'sandbox' }), name).rejects.toThrow(BackupDamaged)
    expect(await tablesInOrder(pool), name).toEqual([])
  }
  writeFileSync(path, whole)
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toHaveProperty('rows')
})

test('under another key it says which one it needs; with it among the former keys it opens', async () => {
  await fill()
  const { path } = await take()
  const { at } = await testDatabase()
  const other = Buffer.alloc(32, 4)
  const restoring = (ring: LetterKeys | undefined) => restoreBackup({ path, at, keys: ring, mode: 'sandbox' })
  await expect(restoring(undefined)).rejects.toThrow(BackupKeyMissing)
  await expect(restoring(fixedKeys(other))).rejects.toThrow(/[0-9a-f]{12}/)
  expect(await restoring(fixedKeys(other, [Buffer.alloc(32, 3)]))).toHaveProperty('rows')
})

test('verifying opens every letter in a database of its own, and leaves none behind', async () => {
  const sealed = await openPrintRoom(keys.current())
  await sealed.put({ name: 'one' })
  const bad = await sealed.put({ name: 'two' })
  await sealed.db.updateTable('letter').set({ pdf_sha256: 'another' }).where('id', '=', bad).execute()
  const { path } = await take(sealed.pool)
  const { db, at } = await testDatabase()
  expect(await verifyBackup({ path, at, keys, mode: 'sandbox' }, random)).toMatchObject({
    letters: 1,
    broken: [bad],
  })
  const { rows } = await sql`select datname from pg_database where datname like 'lacre_verify%'`.execute(db)
  expect(rows).toEqual([])
  expect(await db.selectFrom('letter').select('id').execute()).toEqual([])
})

test('a backup that cannot be written whole leaves no file behind', async () => {
  await fill()
  await sql`drop table installation_mode`.execute(app.db)
  await expect(take()).rejects.toThrow()
  expect(readdirSync(folder)).toEqual([])
})
