import { expect, test } from 'vitest'
import { testClock } from '../testing/test-clock.ts'
import { testDatabase } from '../testing/test-database.ts'
import { plantLetter } from '../testing/plant.ts'
import { expireUnpaid } from '../orders/cancel.ts'

const clock = testClock('2026-11-21T09:00:00Z')
const eightDaysAgo = new Date('2026-11-13T09:00:00Z')
const sixDaysAgo = new Date('2026-11-15T09:00:00Z')

test('letters nobody paid within a week expire; younger and paid ones stay', async () => {
  const { db } = await testDatabase()
  const old = await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo })
  await plantLetter(db, { created_at: eightDaysAgo })
  const asked: string[] = []
  const cancelIntentOf = (id: string) => {
    asked.push(id)
    return Promise.resolve('cancelled' as const)
  }
  expect(await expireUnpaid({ db, clock, cancelIntentOf })).toBe(1)
  expect(await expireUnpaid({ db, clock, cancelIntentOf })).toBe(0)
  expect(asked).toEqual([old])
  const step = db.selectFrom('letter_step').select(['letter_id', 'step', 'cause'])
  expect(await step.execute()).toEqual([{ letter_id: old, step: 'expire', cause: 'expire-unpaid' }])
})

test('what goes again for the postage alone expires at once when the money of the first is back (design.md#came-back)', async () => {
  const { db } = await testDatabase()
  const now = clock.now()
  const [back, kept] = [
    await plantLetter(db, { state: 'returned' }),
    await plantLetter(db, { state: 'returned' }),
  ]
  const second = await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: back })
  await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: kept })
  const times = { created_at: now, paid_at: now }
  for (const letter_id of [back, kept]) {
    const row = { id: letter_id, letter_id, idempotency_key: letter_id, amount_cents: 329, currency: 'eur' }
    await db
      .insertInto('payment')
      .values({ ...row, ...times, received_cents: 329, state: 'paid' })
      .execute()
  }
  const asked = { payment_id: back, amount_cents: 329, reason: 'test', requested_at: now }
  await db.insertInto('refund').values(asked).execute()
  const cancelIntentOf = () => Promise.resolve('cancelled' as const)
  expect(await expireUnpaid({ db, clock, cancelIntentOf })).toBe(1)
  const expired = db.selectFrom('letter').select('id').where('state', '=', 'expired')
  expect(await expired.execute()).toEqual([{ id: second }])
})

test.each(['paid', 'unknown'] as const)(
  'one whose payment is %s does not expire (design.md#unknown-is-a-state)',
  async (payment) => {
    const { db } = await testDatabase()
    await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
    expect(await expireUnpaid({ db, clock, cancelIntentOf: () => Promise.resolve(payment) })).toBe(0)
    expect(await db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'frozen' }])
  },
)

test('one that cannot be looked at is reported, and does not keep the others', async () => {
  const { db } = await testDatabase()
  const broken = await plantLetter(db, { state: 'frozen', created_at: new Date('2026-11-01T09:00:00Z') })
  await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  const cancelIntentOf = (id: string) =>
    id === broken ? Promise.reject(new Error('surprise')) : Promise.resolve('cancelled' as const)
  await expect(expireUnpaid({ db, clock, cancelIntentOf })).rejects.toThrow(AggregateError)
  const states = db.selectFrom('letter').select('state').orderBy('state')
  expect(await states.execute()).toEqual([{ state: 'expired' }, { state: 'frozen' }])
})

test('a letter paid while it was looked at stays paid', async () => {
  const { db } = await testDatabase()
  await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  const cancelIntentOf = async () => {
    await db.updateTable('letter').set({ state: 'paid' }).execute()
    return 'cancelled' as const
  }
  expect(await expireUnpaid({ db, clock, cancelIntentOf })).toBe(0)
  expect(await db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'paid' }])
})

test('sixty that cannot be looked at do not keep one that can', async () => {
  const { db } = await testDatabase()
  const good = await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  for (let i = 0; i < 60; i++)
    await plantLetter(db, { state: 'frozen', created_at: new Date('2026-11-01T09:00:00Z') })
  const cancelIntentOf = (id: string) =>
    Promise.resolve(id === good ? ('cancelled' as const) : ('unknown' as const))
  const expiring = async () => (await expireUnpaid({ db, clock, cancelIntentOf })) === 1
  await expect.poll(expiring).toBe(true)
})
