import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { systemRandom } from '../outside/clock.ts'
import { openPrintRoom } from '../testing/console-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { databaseMode } from './open.ts'
import { fixedKeys } from './cipher.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './backup.ts'

test('a letter comes back that is sent again for one far behind it in the backup (design/letter.md#came-back)', async () => {
  const [app, keys] = [await openPrintRoom(), fixedKeys(Buffer.alloc(32, 3))]
  const folder = mkdtempSync(join(tmpdir(), 'lacre-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  await databaseMode(app.db, 'sandbox')
  await app.put({ name: 'one' })
  await sql`insert into letter select r.* from letter, generate_series(1, 1001) n, jsonb_populate_record(letter,
    jsonb_build_object('id', lpad(n::text, 32, '0')::uuid, 'state', 'returned')) r`.execute(app.db)
  await sql`update letter set again_of = (select max(id::text)::uuid from letter where state = 'returned')
    where id = '00000000-0000-0000-0000-000000000001'`.execute(app.db)
  expect(
    await app.db.selectFrom('letter').select('id').where('again_of', 'is not', null).execute(),
  ).toHaveLength(1)
  const { path, rows } = await writeBackup({ pool: app.pool, keys, random: systemRandom }, folder)
  const { db, at } = await testDatabase()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  expect(await restoreBackup({ path, at, keys, mode: 'sandbox' })).toMatchObject({ rows })
})
