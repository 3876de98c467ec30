import { expect, test } from 'vitest'
import { openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { aLetter, anAccount, aPayment, severalLetters } from '../testing/factories.ts'
import { failingDatabase } from '../testing/played-database.ts'
import { expireUnpaid } from '../orders/cancel.ts'

const monthsFirst = new Date('2026-11-01T09:00:00Z')
const eightDaysAgo = new Date('2026-11-13T09:00:00Z')
const sixDaysAgo = new Date('2026-11-15T09:00:00Z')

test('letters not paid within a week expire; younger and paid ones stay', async () => {
  const { db, world } = await openPayments()
  const old = await aLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  await aLetter(db, { state: 'frozen', created_at: sixDaysAgo })
  await aLetter(db, { created_at: eightDaysAgo })
  expect(await expireUnpaid(world)).toBe(1)
  expect(await expireUnpaid(world)).toBe(0)
  const step = db.selectFrom('letter_step').select(['letter_id', 'step', 'cause'])
  expect(await step.execute()).toEqual([{ letter_id: old, step: 'expire', cause: 'expire-unpaid' }])
})

test('what goes again for the postage alone expires at once when the money of the first is back (design/letter.md#came-back)', async () => {
  const { db, world, clock } = await openPayments()
  const now = clock.now()
  const [back, kept] = [await aLetter(db, { state: 'returned' }), await aLetter(db, { state: 'returned' })]
  const second = await aLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: back })
  await aLetter(db, { state: 'frozen', created_at: sixDaysAgo, again_of: kept })
  for (const id of [back, kept]) await aPayment(db, id, { id })
  const asked = { payment_id: back, amount_cents: 329, reason: 'test', requested_at: now }
  await db.insertInto('refund').values(asked).execute()
  expect(await expireUnpaid(world)).toBe(1)
  const expired = db.selectFrom('letter').select('id').where('state', '=', 'expired')
  expect(await expired.execute()).toEqual([{ id: second }])
})

/** Written eight days ago, and about to be paid. */
async function begun(app: PaymentsApp) {
  const accountId = await app.account()
  const letterId = await app.letter(accountId)
  const secret = await app.secret(letterId, accountId)
  await app.db.updateTable('letter').set({ state_since: eightDaysAgo }).execute()
  return { letterId, secret }
}

test.each([
  ['was paid', 'paid'],
  ['is not known', 'frozen'],
] as const)(
  'a letter does not expire when its payment %s (design/trust.md#unknown-is-a-state)',
  async (_, state) => {
    const app = await openPayments()
    const { secret } = await begun(app)
    if (state === 'paid') await app.confirm(secret)
    else app.network.meddle = () => Promise.reject(new Error('no answer'))
    expect(await expireUnpaid(app.world)).toBe(0)
    expect(await app.db.selectFrom('letter').select('state').execute()).toEqual([{ state }])
  },
)

test('one that cannot be looked at is reported, and does not keep the others', async () => {
  const { db, world } = await openPayments()
  const broken = await aLetter(db, { state: 'frozen', created_at: monthsFirst })
  await aLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  const failing = failingDatabase(db, ['"name":"payment_money"', broken], new Error('surprise'))
  await expect(expireUnpaid({ ...world, db: failing })).rejects.toThrow('surprise')
  const states = db.selectFrom('letter').select('state').orderBy('state')
  expect(await states.execute()).toEqual([{ state: 'expired' }, { state: 'frozen' }])
})

test('a letter paid while it was looked at stays paid', async () => {
  const app = await openPayments()
  await begun(app)
  app.network.meddle = async (call, go) => {
    const answer = await go()
    if (call.endsWith('/cancel')) await app.db.updateTable('letter').set({ state: 'paid' }).execute()
    return answer
  }
  expect(await expireUnpaid(app.world)).toBe(0)
  expect(await app.db.selectFrom('letter').select('state').execute()).toEqual([{ state: 'paid' }])
})

test('more than are looked at in a run, and cannot be, do not keep one that can', async () => {
  const { db, world } = await openPayments()
  const good = await aLetter(db, { state: 'frozen', created_at: eightDaysAgo })
  const older = { account_id: await anAccount(db), state: 'frozen', created_at: monthsFirst } as const
  const ids = await severalLetters(
    db,
    Array.from({ length: 51 }, () => older),
  )
  const open = { state: 'open', received_cents: 0, created_at: eightDaysAgo } as const
  for (const [at, id] of ids.entries()) await aPayment(db, id, { ...open, intent_id: `pi_${at}` })
  const expired = db.selectFrom('letter').select('id').where('state', '=', 'expired')
  for (let run = 0; run < 20 && !(await expired.execute()).length; run++)
    await expireUnpaid(world).catch(() => 0)
  expect(await expired.execute()).toEqual([{ id: good }])
})
