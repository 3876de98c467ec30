import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { databaseMode } from './database-mode.ts'

test('a database stays what it was first opened as: nothing played is ever printed for real', async () => {
  const { db } = await testDatabase()
  expect(await databaseMode(db, 'sandbox')).toBe('sandbox')
  expect(await databaseMode(db, 'real')).toBe('sandbox')
})

test('of two nodes that start at once in different modes one is told so', async () => {
  const { db } = await testDatabase()
  const [one, other] = await Promise.all([databaseMode(db, 'sandbox'), databaseMode(db, 'real')])
  expect(one).toBe(other)
})
