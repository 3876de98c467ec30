import { days, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { letterJustPaid, openLetter, openPayments } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'

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

test('a payment opened a moment ago is left to the call that opened it', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  await app.askIntent(letterId, accountId)
  app.network.meddle = (_call, go) => go()
  app.clock.pass(minutes(1))
  expect(await app.reconcile()).toMatchObject({ looked: 0 })
})

test('the provider is down: nothing changes, and what cannot be reached is counted', async () => {
  const { app, letterId } = await letterJustPaid()
  app.clock.pass(days(5))
  app.network.meddle = (call, go) =>
    /\/(payment_intents|refunds|disputes)$/.test(call) ? go() : Promise.reject(new Error('down'))
  expect(await app.reconcile()).toMatchObject({ unreachable: 1, changed: 0 })
  app.network.meddle = () => Promise.reject(new Error('down'))
  await expect(app.reconcile()).rejects.toThrow()
  expect((await app.books(letterId)).payments).toEqual(['open'])
})

test.each([
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('terminating connection because of crash'), { code: '57P02' }),
  Object.assign(new Error('the database system is starting up'), { code: '57P03' }),
  Object.assign(new Error('could not extend file'), { code: '53100' }),
  Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' }),
])(
  'an unreachable database raises no issue, however often: the next round looks again (%s)',
  async (away) => {
    const app = await openPayments()
    const [first, second] = [await letterJustPaid(app), await letterJustPaid(app)]
    app.world.db = failingDatabase(app.db, queuesMail, away)
    for (let round = 0; round < 3; round++)
      expect(await app.reconcile()).toMatchObject({ looked: 2, changed: 0, unreachable: 2 })
    app.world.db = app.db
    expect(await app.reconcile()).toMatchObject({ changed: 2, unreachable: 0 })
    for (const { letterId } of [first, second]) expect((await app.books(letterId)).letter).toBe('paid')
    expect(await app.issues()).toEqual([])
  },
)
