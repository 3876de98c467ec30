import { expect, test } from 'vitest'
import { aLetter } from '../testing/factories.ts'
import { backUp, restoreDatabase } from '../testing/restored/restored-app.ts'
import { testDatabase } from '../testing/test-database.ts'
import { databaseMode, installationId, makeLive } from './open.ts'

test('a database stays what it was first opened as: nothing played is ever printed for real', async () => {
  for (const first of ['sandbox', 'test', 'live'] as const) {
    const { db } = await testDatabase()
    for (const next of [first, 'sandbox', 'test', 'live'] as const)
      expect(await databaseMode(db, next)).toBe(first)
  }
})

test('of two nodes that start at once in different modes one is told so', async () => {
  const { db } = await testDatabase()
  const [one, other] = await Promise.all([databaseMode(db, 'sandbox'), databaseMode(db, 'live')])
  expect(one).toBe(other)
})

test('test money becomes live only by command, and never while a letter of it could be printed', async () => {
  const { db } = await testDatabase()
  await databaseMode(db, 'test')
  const id = await aLetter(db, { state: 'paid' })
  expect(await makeLive(db)).toEqual({ letters: 1, refunds: 0, payments: 0 })
  for (const state of ['frozen', 'batched', 'printed', 'needs-person'] as const) {
    await db.updateTable('letter').set({ state }).where('id', '=', id).execute()
    expect(await makeLive(db)).toEqual({ letters: 1, refunds: 0, payments: 0 })
  }
  await db.updateTable('letter').set({ state: 'cancelled' }).execute()
  expect([await makeLive(db), await databaseMode(db, 'live')]).toEqual(['live', 'live'])
  expect(await makeLive(db)).toBe('not-test')
})

test('the sandbox becomes nothing else', async () => {
  const { db } = await testDatabase()
  await databaseMode(db, 'sandbox')
  expect(await makeLive(db)).toBe('not-test')
})

test('each installation has a mark of its own, which stays through restarts, go-live and a restored backup', async () => {
  const [{ db, pool }, other] = [await testDatabase(), await testDatabase()]
  await databaseMode(db, 'test')
  await databaseMode(other.db, 'test')
  const id = await installationId(db)
  expect(await installationId(other.db)).not.toBe(id)
  const { db: restored } = await restoreDatabase(await backUp({ pool }), 'test')
  await databaseMode(restored, 'test')
  expect(await makeLive(restored)).toBe('live')
  expect(await installationId(restored)).toBe(id)
})
