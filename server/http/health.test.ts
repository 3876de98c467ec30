import { expect, test } from 'vitest'
import { connect } from '../database/open.ts'
import { systemRandom } from '../outside/random.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testSettings } from '../testing/test-settings.ts'
import { bareApp } from './bare-app.ts'
import { healthRoutes } from './health.ts'

async function ready(options?: string): Promise<number> {
  const { at } = await testDatabase()
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
  expect(await ready('-c default_transaction_read_only=on')).toBe(503)
})
