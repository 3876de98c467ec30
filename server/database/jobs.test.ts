import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { giveUpCrashingJobs, claim, complete, enqueue, fail, LeaseLost } from './jobs.ts'

test('one job for a kind and key, however often it is asked for', async () => {
  const { db } = await testDatabase()
  for (const _ of 'abc') await enqueue(db, 'print', 'letter-1')
  expect(await claim(db, 'print', 10, 5)).toHaveLength(1)
})

test('a rolled back transaction leaves no job', async () => {
  const { db } = await testDatabase()
  const gone = db.transaction().execute(async (tx) => {
    await enqueue(tx, 'print', 'letter-1')
    throw new Error('no')
  })
  await expect(gone).rejects.toThrow('no')
  expect(await claim(db, 'print', 10, 5)).toEqual([])
})

test('a worker that lost its lease commits nothing', async () => {
  const { db } = await testDatabase()
  await enqueue(db, 'print', 'letter-1')
  const [first] = await claim(db, 'print', 1, 60)
  await sql`update job set lease_until = now() - interval '1 second'`.execute(db)
  const [second] = await claim(db, 'print', 1, 60)
  const late = complete(db, first!, (tx) => enqueue(tx, 'effect', 'late'))
  await expect(late).rejects.toThrow(LeaseLost)
  await complete(db, second!, (tx) => enqueue(tx, 'effect', 'in time'))
  expect((await claim(db, 'effect', 10, 5)).map(({ key }) => key)).toEqual(['in time'])
})

test('fifty workers never share a job', async () => {
  const { db } = await testDatabase()
  for (let i = 0; i < 100; i++) await enqueue(db, 'bulk', String(i))
  const claims = await Promise.all(Array.from({ length: 50 }, () => claim(db, 'bulk', 10, 60)))
  const ids = claims.flat().map(({ id }) => id)
  expect([ids.length, new Set(ids).size]).toEqual([100, 100])
})

test('a failing job waits before it is tried again; one that kills its workers is given up', async () => {
  const { db } = await testDatabase()
  await enqueue(db, 'mail', 'a')
  // In a transaction the database's time stands still.
  await db.transaction().execute(async (tx) => {
    await fail(tx, (await claim(tx, 'mail', 1, 5))[0]!, 'no answer')
    expect(await claim(tx, 'mail', 1, 5)).toEqual([])
  })
  await sql`update job set attempts = 20, lease = gen_random_uuid(), lease_until = now() - interval '1 second'`.execute(
    db,
  )
  expect(await giveUpCrashingJobs(db)).toBe(1)
})
