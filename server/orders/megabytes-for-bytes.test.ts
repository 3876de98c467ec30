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
  const app = await openLetters(noTypesetter, (world) =>
    playedDrafts(world, { contentOf: () => Promise.resolve(void read++), bytesOf: () => 1 }),
  )
  const { pool } = app.world
  const me = await app.account()
  const body = { ...written(''), draft: { id: crypto.randomUUID(), sha256: '0'.repeat(64) } }
  expect((await app.send(me, body)).statusCode).toBe(409)
  // As if it had been named 998 times.
  await pool.query(`update rate_limit set points = 998 where key like 'namedDrafts:%'`)
  const statuses = [await app.send(me, body), await app.send(me, body), await app.send(me, body)]
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 429])
  expect(read).toBe(3)
})

test('of an account’s letters two are prepared again at a time', async () => {
  const { app, me } = await openOwnLetters(noTypesetter)
  const open = { cipher: app.cipher }
  const first = await aLetter(app.db, { account_id: me, state: 'returned', open })
  await aPayment(app.db, first, { refunded_cents: 329 })
  const statuses = await sixAtOnce(app.db, 'refund', () => again(app, me, first))
  expect(statuses).toEqual([503, 503, 503, 503, 409, 409])
})
