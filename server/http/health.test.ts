import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import { connect } from '../database/open.ts'
import { systemRandom } from '../outside/clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testSettings } from '../testing/test-settings.ts'
import { bareApp } from './bare-app.ts'
import { healthRoutes } from './health.ts'
import { countedDatabase } from '../testing/played-database.ts'

afterEach(() => vi.useRealTimers())

async function ready({ options, newer }: { options?: string; newer?: string } = {}): Promise<number> {
  const { at, db: planting } = await testDatabase()
  if (newer) await sql`insert into migration (name) values (${newer})`.execute(planting)
  const { db } = connect({ ...at, ...(options && { options }), max: 1 }, () => {})
  const app = bareApp({ settings: testSettings(), random: systemRandom })
  healthRoutes(app, { db, isClosing: () => false })
  const statuses = [await app.inject('/readyz'), await app.inject('/readyz')]
  await db.destroy()
  expect(statuses[1]?.statusCode).toBe(statuses[0]?.statusCode)
  return statuses[0]?.statusCode ?? 0
}

test('ready means that a letter can be written: a database that takes no writes is not', async () => {
  expect(await ready()).toBe(200)
  expect(await ready({ options: '-c default_transaction_read_only=on' })).toBe(503)
})

test('a server that its database has outgrown is not ready: a newer version has taken over', async () => {
  expect(await ready({ newer: '9999_newer.sql' })).toBe(503)
})

test('however many ask whether it is ready, the database is asked once a second', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { db } = await testDatabase()
  const { db: counted, count } = countedDatabase(db, ['create temporary table'])
  const app = bareApp({ settings: testSettings(), random: systemRandom })
  healthRoutes(app, { db: counted, isClosing: () => false })
  const statusOf = async () => (await app.inject('/readyz')).statusCode
  const crowd = await Promise.all(Array.from({ length: 20 }, statusOf))
  expect(crowd).toEqual(Array<number>(20).fill(200))
  for (let i = 0; i < 20; i++) expect(await statusOf()).toBe(200)
  expect(count()).toBe(1)
  vi.advanceTimersByTime(1000)
  expect(await statusOf()).toBe(200)
  expect(count()).toBe(2)
})
