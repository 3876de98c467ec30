import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ObjectStore } from '../../outside/objects/object-store.ts'
import { systemRandom as random } from '../../outside/random.ts'
import { printHouse } from '../../testing/print-house.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { databaseMode } from '../database-mode.ts'
import { fixedKeys } from '../keys/letter-keys.ts'
import { restoreBackup } from './restore-backup.ts'
import { verifyBackup } from './verify-backup.ts'
import { writeBackup } from './write-backup.ts'

test('pages in an object store are in the backup itself; restored, they need none (design.md#object-store)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lacre-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const keys = fixedKeys(Buffer.alloc(32, 3))
  const sealed = await printHouse(keys.current())
  await databaseMode(sealed.db, 'sandbox')
  const id = await sealed.put({ name: 'one' })
  const row = () =>
    sealed.db.selectFrom('letter_secret').selectAll().where('letter_id', '=', id).executeTakeFirstOrThrow()
  const { pdf } = await row()
  const name = random.uuid()
  await sealed.db.insertInto('letter_object').values({ name, bytes: 1, written_at: new Date() }).execute()
  await sealed.db.updateTable('letter_secret').set({ pdf: null, pdf_object: name }).execute()
  const held = new Map([[name, pdf!]])
  const objects: ObjectStore = {
    get: (object) => Promise.resolve(held.get(object) ?? 'missing'),
    put: () => Promise.reject(new Error('nothing is stored here')),
    remove: () => Promise.reject(new Error('nothing is removed here')),
  }
  const backup = (store: ObjectStore | undefined) =>
    writeBackup({ db: sealed.db, objects: store, keys, random }, folder)
  const { path } = await backup(objects)
  const { at, db } = await testDatabase()
  expect(await verifyBackup({ path, at, keys, mode: 'sandbox' }, random)).toMatchObject({
    letters: 1,
    broken: [],
  })
  await restoreBackup({ path, at, keys, mode: 'sandbox' })
  expect(await db.selectFrom('letter_secret').select(['pdf', 'pdf_object']).execute()).toEqual([
    { pdf, pdf_object: null },
  ])
  expect(await db.selectFrom('letter_object').selectAll().execute()).toEqual([])

  held.clear()
  for (const store of [objects, undefined]) await expect(backup(store)).rejects.toThrow(/cannot be had/)
  expect(readdirSync(folder)).toEqual([path.split('/').at(-1)])
})
