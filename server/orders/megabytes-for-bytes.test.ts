import { expect, test } from 'vitest'
import { createLimits } from '../http/limits.ts'
import { again } from '../testing/came-back/returned-letter.ts'
import { lettersHouse, written } from '../testing/letter-house.ts'
import { sixAtOnce } from '../testing/locks/six-at-once.ts'
import { plantLetter } from '../testing/plant.ts'
import { testDatabase } from '../testing/test-database.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'

/** Nothing is set here. */
const noTypesetter = quickTypesetter(Buffer.alloc(0))

test('a draft that is named is read a thousand times an hour, also where it says something else', async () => {
  const { pool } = await testDatabase()
  const limits = createLimits(pool)
  let read = 0
  const contentOfDraft = () => Promise.resolve(void read++)
  const bytesOfDraft = () => Promise.resolve(1)
  const house = await lettersHouse(noTypesetter, { limits, contentOfDraft, bytesOfDraft })
  const me = await house.account()
  const body = { ...written(''), draft: { id: crypto.randomUUID(), sha256: '0'.repeat(64) } }
  expect((await house.send(me, body)).statusCode).toBe(409)
  // As if it had been named 998 times.
  await pool.query(`update rate_limit set points = 998 where key like 'name-draft:%'`)
  const statuses = [await house.send(me, body), await house.send(me, body), await house.send(me, body)]
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 429])
  expect(read).toBe(3)
})

test('of an account’s letters two are prepared again at a time', async () => {
  const house = await lettersHouse(noTypesetter)
  const me = await house.account()
  const first = await plantLetter(house.db, { account_id: me, state: 'returned' })
  expect(await sixAtOnce(house.db, () => again(house, me, first))).toEqual([503, 503, 503, 503, 409, 409])
})
