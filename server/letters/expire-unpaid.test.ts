import { expect, test } from 'vitest'
import { cardHouse, type CardHouse } from '../testing/card-house.ts'
import { failingDatabase } from '../testing/played-database.ts'
import { plantLetter, plantReceived } from '../testing/plant.ts'
import { expireUnpaid } from '../orders/cancel.ts'

const eightDaysAgo = new Date('2026-11-13T09:00:00Z')
const sixDaysAgo = new Date('2026-11-15T09:00:00Z')

test('letters nobody paid within a week expire; younger and paid ones stay', async () => {
  const { db, deps } = await cardHouse()
  const old = await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo })
  await plantLetter(db, { created_at: eightDaysAgo })
  expect(await expireUnpaid(deps)).toBe(1)
  expect(await expireUnpaid(deps)).toBe(0)
  const step = db.selectFrom('letter_step').select(['letter_id', 'step', 'cause'])
  expect(await step.execute()).toEqual([{ letter_id: old, step: 'expire', cause: 'expire-unpaid' }])
})

test('what goes again for the postage alone expires at once when the money of the first is back (design/letter.md#came-back)', async () => {
  const { db, deps, clock } = await cardHouse()
  const now = clock.now()
  const [back, kept] = [
    await plantLetter(db, { state: 'returned' }),
    await plantLetter(db, { state: 'returned' }),
  ]
  const second = await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: back })
  await plantLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: kept })
  for (const id of [back, kept]) await plantReceived(db, id, { id })
  const asked = { payment_id: back, amount_cents: 329, reason: 'test', requested_at: now }
  await db.insertInto('refund').values(asked).execute()
  expect(await expireUnpaid(deps)).toBe(1)
  const expired = db.selectFrom('letter').select('id').where('state', '=', 'expired')
  expect(await expired.execute()).toEqual([{ id: second }])
})

/** Written eight days ago, and about to be paid. */
async function begun(house: CardHouse) {
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const secret = await house.secret(letterId, accountId)
  await house.db.updateTable('letter').set({ state_since: eightDaysAgo }).execute()
  return { letterId, secret }
}

test.each([
  ['was paid', 'paid'],
  ['is not known', 'frozen'],
] as const)('one whose payment %s does not expire (design/trust.md#unknown-is-a-state)', async (_, state) => {
  const house = await cardHouse()
  const { secret } = await begun(house)
  if (state === 'paid') await house.confirm(secret)
  else house.network.meddle = () => Promise.reject(new Error('no answer'))
  expect(await expireUnpaid(house.deps)).toBe(0)
  expect(await house.db.selectFrom('letter').select('state').execute()).toEqual([{ state }])
})

test('one that cannot be looked at is reported, and does not keep the others', async () => {
  const { db, deps } = await cardHouse()
  const broken = await plantLetter(db, { state: 'frozen', created_at: new Date('2026-11-01T09:00:00Z') })
  await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  const failing = failingDatabase(db, ['"name":"payment_money"', broken], new Error('surprise'))
  await expect(expireUnpaid({ ...deps, db: failing })).rejects.toThrow(AggregateError)
  const states = db.selectFrom('letter').select('state').orderBy('state')
  expect(await states.execute()).toEqual([{ state: 'expired' }, { state: 'frozen' }])
})

test('a letter paid while it was looked at stays paid', async () => {
  const house = await cardHouse()
  await begun(house)
  house.network.meddle = async (call, go) => {
    const answer = await go()
    if (call.endsWith('/cancel')) await house.db.updateTable('letter').set({ state: 'paid' }).execute()
    return answer
  }
  expect(await expireUnpaid(house.deps)).toBe(0)
  expect(await house.db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'paid' }])
})

test('sixty that cannot be looked at do not keep one that can', async () => {
  const { db, deps } = await cardHouse()
  const good = await plantLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  for (let i = 0; i < 60; i++) {
    const id = await plantLetter(db, { state: 'frozen', created_at: new Date('2026-11-01T09:00:00Z') })
    const open = { state: 'open', received_cents: 0, created_at: eightDaysAgo } as const
    await plantReceived(db, id, { ...open, intent_id: `pi_${i}` })
  }
  const expiring = async () => {
    await expireUnpaid(deps).catch(() => 0)
    return db.selectFrom('letter').select('id').where('state', '=', 'expired').execute()
  }
  await expect.poll(expiring).toEqual([{ id: good }])
})
