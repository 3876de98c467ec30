import { expect, test } from 'vitest'
import { frozenLetters } from '../testing/orders/card-orders.ts'
import { letterJustPaid, letterToPay, openLetter, openPayments } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }

test('the webhook was lost for good: the letter is found paid (design/trust.md#lost-events-are-found)', async () => {
  const { house, letterId } = await letterJustPaid()
  expect(await house.reconcile()).toMatchObject({ looked: 1, changed: 1 })
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.reconcile()).toMatchObject({ looked: 1, changed: 0 })
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('reconciling races the webhook, three times over: paid once', async () => {
  const { house, letterId } = await letterJustPaid()
  await Promise.all([
    house.reconcile(),
    house.deliver(),
    house.reconcile(),
    house.deliver(),
    house.reconcile(),
  ])
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('all pages of the list are read', async () => {
  const house = await openPayments()
  const metadata = { app: 'lacre' }
  const { letterId } = await letterJustPaid(house)
  house.clock.pass(1000)
  for (let i = 0; i < 101; i++)
    await house.cards.paymentIntents.create({ amount: 329, currency: 'eur', metadata })
  expect(await house.reconcile()).toMatchObject({ looked: 102, changed: 1 })
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test.each([
  ['never arrived', false],
  ['arrived', true],
])(
  'an answer never heard, for a request that %s: the same key is asked again (design/trust.md#unknown-is-a-state)',
  async (_what, arrives) => {
    const { house, accountId, letterId } = await openLetter()
    house.network.meddle = async (_call, go) => {
      if (arrives) await go()
      throw new Error('no answer')
    }
    await house.askIntent(letterId, accountId)
    house.network.meddle = (_call, go) => go()
    expect((await house.db.selectFrom('payment_money').select('intent_id').execute())[0]).toEqual({
      intent_id: null,
    })
    house.clock.pass(3 * minute)
    await house.reconcile()
    expect((await house.ledger()).intents).toEqual(['requires_payment_method'])
    const intent_id = await house.intentOf()
    expect(await house.secret(letterId, accountId)).toContain(`${intent_id}_secret_`)
  },
)

test('a payment opened a moment ago is left to the call that opened it', async () => {
  const { house, accountId, letterId } = await openLetter()
  house.network.meddle = () => Promise.reject(new Error('no answer'))
  await house.askIntent(letterId, accountId)
  house.network.meddle = (_call, go) => go()
  house.clock.pass(1 * minute)
  expect(await house.reconcile()).toMatchObject({ looked: 0 })
})

test('a letter that has ended keeps no intent that could be paid', async () => {
  const { house, letterId, secret } = await letterToPay()
  await house.db.updateTable('letter').set({ state: 'expired' }).execute()
  house.clock.pass(3 * minute)
  await house.reconcile()
  expect((await house.ledger()).intents).toEqual(['canceled'])
  expect((await house.books(letterId)).payments).toEqual(['cancelled'])
  expect((await house.confirm(secret)).statusCode).toBe(400)
})

test('the provider is down: nothing changes, and what cannot be reached is counted', async () => {
  const { house, letterId } = await letterJustPaid()
  house.clock.pass(5 * day)
  house.network.meddle = (call, go) =>
    /\/(payment_intents|refunds|disputes)$/.test(call) ? go() : Promise.reject(new Error('down'))
  expect(await house.reconcile()).toMatchObject({ unreachable: 1, changed: 0 })
  house.network.meddle = () => Promise.reject(new Error('down'))
  await expect(house.reconcile()).rejects.toThrow()
  expect((await house.books(letterId)).payments).toEqual(['open'])
})

test('an intent the provider does not know is a matter for a person, once, and keeps no other payment', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  const gone = await house.letter(accountId)
  await house.secret(gone, accountId)
  await house.db.deleteFrom('sandbox_card_intent').execute()
  house.clock.pass(1 * minute)
  const { letterId } = await letterJustPaid(house)
  house.clock.pass(5 * day)
  for (const changed of [1, 0]) expect(await house.reconcile()).toMatchObject({ unreachable: 0, changed })
  expect((await house.books(letterId)).letter).toBe('paid')
  expect(await house.concerns()).toEqual(['payment-unreadable'])
})

test('of an order that the provider does not know a person is called to each letter', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  await house.secret(letters[0]!, accountId, letters)
  await house.db.deleteFrom('sandbox_card_intent').execute()
  house.clock.pass(5 * day)
  for (const _ of ['once', 'again']) await house.reconcile()
  const called = await house.db.selectFrom('concern').select(['kind', 'letter_id']).execute()
  expect(called.map(({ kind }) => kind)).toEqual(letters.map(() => 'payment-unreadable'))
  expect(new Set(called.map(({ letter_id }) => letter_id))).toEqual(new Set(letters))
})

test('a row that cannot be booked is a matter for a person, and keeps no other', async () => {
  const house = await openPayments()
  const broken = await letterJustPaid(house)
  const { letterId } = await letterJustPaid(house)
  house.breakMailsOf(broken.letterId)
  await house.reconcile()
  expect((await house.books(letterId)).letter).toBe('paid')
  expect((await house.books(broken.letterId)).letter).toBe('frozen')
  expect(await house.concerns()).toEqual(['payment-unreadable'])
})

test.each([
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('terminating connection because of crash'), { code: '57P02' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }),
])('a database that is away, however often, calls nobody: the next round looks again (%s)', async (away) => {
  const house = await openPayments()
  const [first, second] = [await letterJustPaid(house), await letterJustPaid(house)]
  house.world.db = failingDatabase(house.db, queuesMail, away)
  for (let round = 0; round < 3; round++)
    expect(await house.reconcile()).toMatchObject({ looked: 2, changed: 0, unreachable: 2 })
  house.world.db = house.db
  expect(await house.reconcile()).toMatchObject({ changed: 2, unreachable: 0 })
  for (const { letterId } of [first, second]) expect((await house.books(letterId)).letter).toBe('paid')
  expect(await house.concerns()).toEqual([])
})

test('a lost refund is found, and stops what is not printed yet (trust, M7)', async () => {
  const { house, letterId, intentId } = await letterJustPaid()
  await house.deliver()
  await house.cards.refunds.create({ payment_intent: intentId })
  expect(await house.reconcile()).toMatchObject({ changed: 1 })
  expect(await house.books(letterId)).toEqual({
    letter: 'cancelled',
    payments: ['refunded'],
    jobs: ['void'],
    mails: ['cancelled', 'receipt'],
  })
  expect(await house.concerns()).toEqual(['refunded-outside'])
})

test('a refund not settled for a day needs a person', async () => {
  const { house, letterId } = await letterJustPaid()
  await house.deliver()
  await house.db.transaction().execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled' }))
  await house.reconcile()
  expect(await house.concerns()).toEqual([])
  house.clock.pass(day + minute)
  await house.reconcile()
  expect(await house.concerns()).toEqual(['refund-stuck'])
})
