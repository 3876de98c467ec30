import { expect, test } from 'vitest'
import { connect } from '../database/open.ts'
import { systemRandom } from '../outside/clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { testSettings } from '../testing/test-settings.ts'
import { bareApp } from './bare-app.ts'
import { healthRoutes } from './health.ts'

test('a server is ready while its database answers and it does not end', async () => {
  const { at } = await testDatabase()
  const { db } = connect({ ...at, max: 1 }, () => {})
  const app = bareApp({ settings: testSettings(), random: systemRandom })
  let isClosing = false
  healthRoutes(app, { db, isClosing: () => isClosing })
  const ask = async () => [
    (await app.inject('/healthz')).statusCode,
    (await app.inject('/readyz')).statusCode,
  ]
  expect(await ask()).toEqual([200, 200])
  isClosing = true
  expect(await ask()).toEqual([200, 503])
  isClosing = false
  await db.destroy()
  expect(await ask()).toEqual([200, 503])
})
