import { expect, test } from 'vitest'
import { again } from '../testing/came-back/returned-letter.ts'
import { openLetters, openOwnLetters } from '../testing/test-app.ts'
import { aLetter, aPayment, written } from '../testing/factories.ts'
import { sixAtOnce } from '../testing/locks/six-at-once.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'
import { playedDrafts } from '../testing/played-drafts.ts'

/** Nothing is set here. */
const noTypesetter = quickTypesetter(Buffer.alloc(0))

test('a draft that is named is read a thousand times an hour, also where it says something else', async () => {
  let read = 0
  const house = await openLetters(noTypesetter, (world) =>
    playedDrafts(world, { contentOf: () => Promise.resolve(void read++), bytesOf: () => 1 }),
  )
  const { pool } = house.world
  const me = await house.account()
  const body = { ...written(''), draft: { id: crypto.randomUUID(), sha256: '0'.repeat(64) } }
  expect((await house.send(me, body)).statusCode).toBe(409)
  // As if it had been named 998 times.
  await pool.query(`update rate_limit set points = 998 where key like 'namedDrafts:%'`)
  const statuses = [await house.send(me, body), await house.send(me, body), await house.send(me, body)]
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 429])
  expect(read).toBe(3)
})

test('of an account’s letters two are prepared again at a time', async () => {
  const { house, me } = await openOwnLetters(noTypesetter)
  const open = { cipher: house.cipher }
  const first = await aLetter(house.db, { account_id: me, state: 'returned', open })
  await aPayment(house.db, first, { refunded_cents: 329 })
  const statuses = await sixAtOnce(house.db, 'refund', () => again(house, me, first))
  expect(statuses).toEqual([503, 503, 503, 503, 409, 409])
})
