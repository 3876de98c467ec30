import { expect, test } from 'vitest'
import { frozenLetters } from '../testing/orders/card-orders.ts'
import { letterJustPaid, letterToPay, openLetter, openPayments } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'

const minute = 60 * 1000
const day = 24 * 60 * minute
const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }

test('the webhook was lost for good: the letter is found paid (design/trust.md#lost-events-are-found)', async () => {
  const { app, letterId } = await letterJustPaid()
  expect(await app.reconcile()).toMatchObject({ looked: 1, changed: 1 })
  expect(await app.books(letterId)).toEqual(paidOnce)
  expect(await app.reconcile()).toMatchObject({ looked: 1, changed: 0 })
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('reconciling races the webhook, three times over: paid once', async () => {
  const { app, letterId } = await letterJustPaid()
  await Promise.all([app.reconcile(), app.deliver(), app.reconcile(), app.deliver(), app.reconcile()])
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('all pages of the list are read', async () => {
  const app = await openPayments()
  const metadata = { app: 'lacre' }
  const { letterId } = await letterJustPaid(app)
  app.clock.pass(1000)
  for (let i = 0; i < 101; i++)
    await app.cards.paymentIntents.create({ amount: 329, currency: 'eur', metadata })
  expect(await app.reconcile()).toMatchObject({ looked: 102, changed: 1 })
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test.each([
  ['never arrived', false],
  ['arrived', true],
])(
  'an answer never heard, for a request that %s: the same key is asked again (design/trust.md#unknown-is-a-state)',
  async (_what, arrives) => {
    const { app, accountId, letterId } = await openLetter()
    app.network.meddle = async (_call, go) => {
      if (arrives) await go()
      throw new Error('no answer')
    }
    await app.askIntent(letterId, accountId)
    app.network.meddle = (_call, go) => go()
    expect((await app.db.selectFrom('payment_money').select('intent_id').execute())[0]).toEqual({
      intent_id: null,
    })
    app.clock.pass(3 * minute)
    await app.reconcile()
    expect((await app.ledger()).intents).toEqual(['requires_payment_method'])
    const intent_id = await app.intentOf()
    expect(await app.secret(letterId, accountId)).toContain(`${intent_id}_secret_`)
  },
)

test('a payment opened a moment ago is left to the call that opened it', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  await app.askIntent(letterId, accountId)
  app.network.meddle = (_call, go) => go()
  app.clock.pass(1 * minute)
  expect(await app.reconcile()).toMatchObject({ looked: 0 })
})

test('a letter that has ended keeps no intent that could be paid', async () => {
  const { app, letterId, secret } = await letterToPay()
  await app.db.updateTable('letter').set({ state: 'expired' }).execute()
  app.clock.pass(3 * minute)
  await app.reconcile()
  expect((await app.ledger()).intents).toEqual(['canceled'])
  expect((await app.books(letterId)).payments).toEqual(['cancelled'])
  expect((await app.confirm(secret)).statusCode).toBe(400)
})

test('the provider is down: nothing changes, and what cannot be reached is counted', async () => {
  const { app, letterId } = await letterJustPaid()
  app.clock.pass(5 * day)
  app.network.meddle = (call, go) =>
    /\/(payment_intents|refunds|disputes)$/.test(call) ? go() : Promise.reject(new Error('down'))
  expect(await app.reconcile()).toMatchObject({ unreachable: 1, changed: 0 })
  app.network.meddle = () => Promise.reject(new Error('down'))
  await expect(app.reconcile()).rejects.toThrow()
  expect((await app.books(letterId)).payments).toEqual(['open'])
})

test('an intent the provider does not know is a matter for a person, once, and keeps no other payment', async () => {
  const app = await openPayments()
  const accountId = await app.account()
  const gone = await app.letter(accountId)
  await app.secret(gone, accountId)
  await app.db.deleteFrom('sandbox_card_intent').execute()
  app.clock.pass(1 * minute)
  const { letterId } = await letterJustPaid(app)
  app.clock.pass(5 * day)
  for (const changed of [1, 0]) expect(await app.reconcile()).toMatchObject({ unreachable: 0, changed })
  expect((await app.books(letterId)).letter).toBe('paid')
  expect(await app.issues()).toEqual(['payment-unreadable'])
})

test('of an order that the provider does not know a person is called to each letter', async () => {
  const { app, accountId, letters } = await frozenLetters(3)
  await app.secret(letters[0]!, accountId, letters)
  await app.db.deleteFrom('sandbox_card_intent').execute()
  app.clock.pass(5 * day)
  for (const _ of ['once', 'again']) await app.reconcile()
  const called = await app.db.selectFrom('issue').select(['kind', 'letter_id']).execute()
  expect(called.map(({ kind }) => kind)).toEqual(letters.map(() => 'payment-unreadable'))
  expect(new Set(called.map(({ letter_id }) => letter_id))).toEqual(new Set(letters))
})

test('a row that cannot be booked is a matter for a person, and keeps no other', async () => {
  const app = await openPayments()
  const broken = await letterJustPaid(app)
  const { letterId } = await letterJustPaid(app)
  app.breakMailsOf(broken.letterId)
  await app.reconcile()
  expect((await app.books(letterId)).letter).toBe('paid')
  expect((await app.books(broken.letterId)).letter).toBe('frozen')
  expect(await app.issues()).toEqual(['payment-unreadable'])
})

test.each([
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('terminating connection because of crash'), { code: '57P02' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }),
])('a database that is away, however often, calls nobody: the next round looks again (%s)', async (away) => {
  const app = await openPayments()
  const [first, second] = [await letterJustPaid(app), await letterJustPaid(app)]
  app.world.db = failingDatabase(app.db, queuesMail, away)
  for (let round = 0; round < 3; round++)
    expect(await app.reconcile()).toMatchObject({ looked: 2, changed: 0, unreachable: 2 })
  app.world.db = app.db
  expect(await app.reconcile()).toMatchObject({ changed: 2, unreachable: 0 })
  for (const { letterId } of [first, second]) expect((await app.books(letterId)).letter).toBe('paid')
  expect(await app.issues()).toEqual([])
})

test('a lost refund is found, and stops what is not printed yet (trust, M7)', async () => {
  const { app, letterId, intentId } = await letterJustPaid()
  await app.deliver()
  await app.cards.refunds.create({ payment_intent: intentId })
  expect(await app.reconcile()).toMatchObject({ changed: 1 })
  expect(await app.books(letterId)).toEqual({
    letter: 'cancelled',
    payments: ['refunded'],
    jobs: ['void'],
    mails: ['cancelled', 'receipt'],
  })
  expect(await app.issues()).toEqual(['refunded-outside'])
})

test('a refund not settled for a day needs a person', async () => {
  const { app, letterId } = await letterJustPaid()
  await app.deliver()
  await app.db.transaction().execute((tx) => app.requestRefund(tx, { letterId, reason: 'cancelled' }))
  await app.reconcile()
  expect(await app.issues()).toEqual([])
  app.clock.pass(day + minute)
  await app.reconcile()
  expect(await app.issues()).toEqual(['refund-stuck'])
})
