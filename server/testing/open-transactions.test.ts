import { expect, test } from 'vitest'
import { watchCalls, watchedWorld } from './open-transactions.ts'
import { testWorld } from './test-app.ts'
import { testDatabase } from './test-database.ts'

test('a call inside a transaction is noted, one after it is not', async () => {
  const noted: string[] = []
  const { captcha, db } = watchedWorld(testWorld(await testDatabase()).world, watchCalls(noted))
  await db.transaction().execute(() => captcha.verify('none'))
  await captcha.verify('none')
  expect(noted.splice(0)).toEqual(['captcha'])
})
