import { expect, test } from 'vitest'
import { testDatabase } from '../testing/test-database.ts'
import { houseMode } from './house-mode.ts'

test('a database stays what it was first opened as: nothing played is ever printed for real', async () => {
  const { db } = await testDatabase()
  expect(await houseMode(db, 'sandbox')).toBe('sandbox')
  expect(await houseMode(db, 'real')).toBe('sandbox')
})

test('of two nodes that start at once in different modes one is told so', async () => {
  const { db } = await testDatabase()
  const [one, other] = await Promise.all([houseMode(db, 'sandbox'), houseMode(db, 'real')])
  expect(one).toBe(other)
})
