import { days, hours, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { takeTurn } from './reconcile.ts'

const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }
const listsEvents = 'GET /v1/events'

/** Everything was compared today; from now on the calls to the provider are counted. */
async function comparedApp() {
  const app = await openPayments()
  await app.reconcileInTurn()
  const calls: string[] = []
  app.network.meddle = (call, go) => (calls.push(call.replace(/\/pi_\w+/, '/{id}')), go())
  return { app, calls }
}

const lateLetter = async (app: PaymentsApp) => {
  const paid = await letterJustPaid(app)
  const event = app.db.selectFrom('sandbox_card_event').selectAll().orderBy('created', 'desc')
  const lost = await event.executeTakeFirstOrThrow()
  await app.db.deleteFrom('sandbox_card_event').where('id', '=', lost.id).execute()
  const row = { ...lost, body: JSON.stringify(lost.body) }
  return { ...paid, list: () => app.db.insertInto('sandbox_card_event').values(row).execute() }
}

test('what the webhook lost is in the list of events, and nothing else is asked for', async () => {
  const { app, calls } = await comparedApp()
  await letterJustPaid(app)
  await app.deliver()
  const { letterId } = await letterJustPaid(app)
  app.clock.pass(minutes(5))
  calls.length = 0
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 1, changed: 1, unreachable: 0 })
  expect(await app.books(letterId)).toEqual(paidOnce)
  expect(calls).toEqual([listsEvents, 'GET /v1/payment_intents/{id}'])
  calls.length = 0
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 0, changed: 0, unreachable: 0 })
  expect(calls).toEqual([listsEvents])
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('one node at a time; the turn of one that was killed ends by itself', async () => {
  const { app, calls } = await comparedApp()
  await letterJustPaid(app)
  let other: ReturnType<typeof app.reconcileInTurn> | undefined
  app.network.meddle = async (call, go) => {
    calls.push(call)
    await (other ??= app.reconcileInTurn())
    return go()
  }
  calls.length = 0
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await other).toBe('locked')
  expect(calls).toHaveLength(2)

  await takeTurn(app.db) // and is killed
  expect(await app.reconcileInTurn()).toBe('locked')
  await sql`update reconciliation set lease_until = now() - interval '1 second'`.execute(app.db)
  expect(await app.reconcileInTurn()).toMatchObject({ unreachable: 0 })
})

test('a turn ends when its round fails', async () => {
  const { app } = await comparedApp()
  app.network.meddle = () => Promise.reject(new Error('down'))
  await expect(app.reconcileInTurn()).rejects.toThrow()
  app.network.meddle = (_call, go) => go()
  expect(await app.reconcileInTurn()).toMatchObject({ unreachable: 0 })
})

test('an event with an unreachable payment is read again until it succeeds, and blocks no other', async () => {
  const { app } = await comparedApp()
  const first = await letterJustPaid(app)
  app.clock.pass(minutes(1))
  const second = await letterJustPaid(app)
  app.network.meddle = (call, go) =>
    call.includes(first.intentId) ? Promise.reject(new Error('down')) : go()
  for (let left = 6; left > 0; left--) {
    expect(await app.reconcileInTurn()).toMatchObject({ unreachable: 1 })
    app.clock.pass(hours(1))
  }
  expect((await app.books(second.letterId)).letter).toBe('paid')
  await letterJustPaid(app)
  app.network.meddle = (_call, go) => go()
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 2 })
  expect(await app.books(first.letterId)).toEqual(paidOnce)
  expect(await app.issues()).toEqual([])
})

test('an event that cannot be booked is a matter for a person, and keeps no other', async () => {
  const { app } = await comparedApp()
  const broken = await letterJustPaid(app)
  const { letterId } = await letterJustPaid(app)
  app.breakMailsOf(broken.letterId)
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 1, changed: 1, unreachable: 0 })
  expect((await app.books(letterId)).letter).toBe('paid')
  expect((await app.books(broken.letterId)).letter).toBe('frozen')
  expect(await app.issues()).toEqual(['payment-unreadable'])
})

test('an event that the provider lists minutes after others is read', async () => {
  const { app } = await comparedApp()
  const { letterId, list } = await lateLetter(app)
  app.clock.pass(minutes(10))
  await letterJustPaid(app)
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 1 })
  await list()
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('an event that the provider never lists is found within a day', async () => {
  const { app, calls } = await comparedApp()
  const { letterId } = await lateLetter(app)
  for (let passed = 0; passed < 24; passed++) {
    await app.reconcileInTurn()
    expect((await app.books(letterId)).letter).toBe('frozen')
    app.clock.pass(hours(1))
  }
  expect(calls).not.toContain('GET /v1/payment_intents')
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('after weeks of silence all is compared since then: the provider keeps its events for thirty days', async () => {
  const { app } = await comparedApp()
  const { letterId } = await lateLetter(app)
  await app.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  app.clock.pass(days(35))
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 1 })
  expect((await app.books(letterId)).payments).toEqual(['taken'])
  expect(await app.issues()).toEqual(['payment-mismatch'])
})

test('a provider without an answer for one payment lets everything be compared again', async () => {
  const app = await openPayments()
  const { letterId } = await lateLetter(app)
  app.clock.pass(5 * days(1))
  app.network.meddle = (call, go) => (call.includes('/pi_') ? Promise.reject(new Error('down')) : go())
  expect(await app.reconcileInTurn()).toMatchObject({ unreachable: 1 })
  app.network.meddle = (_call, go) => go()
  expect(await app.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('what no event tells of is looked up: an answer that never came, and what has ended', async () => {
  const { app, calls } = await comparedApp()
  const accountId = await app.account()
  const [unheard, ended, usual] = [
    await app.letter(accountId),
    await app.letter(accountId),
    await app.letter(accountId),
  ]
  app.network.meddle = async (_call, go) => (await go(), Promise.reject(new Error('no answer')))
  await app.askIntent(unheard, accountId)
  app.network.meddle = (call, go) => (calls.push(call.replace(/\/pi_\w+/, '/{id}')), go())
  for (const letter of [ended, usual]) await app.secret(letter, accountId)
  await app.db.updateTable('letter').set({ state: 'expired' }).where('id', '=', ended).execute()
  app.clock.pass(minutes(3))
  calls.length = 0
  await app.reconcileInTurn()
  expect((await app.ledger()).intents).toEqual([
    'canceled',
    'requires_payment_method',
    'requires_payment_method',
  ])
  const unnamed = app.db.selectFrom('payment_money').select('intent_id').where('intent_id', 'is', null)
  expect(await unnamed.execute()).toEqual([])
  expect(calls).toEqual([
    listsEvents,
    'POST /v1/payment_intents',
    'GET /v1/payment_intents/{id}',
    'POST /v1/payment_intents/{id}/cancel',
  ])
})

test('the events of another product of the account are looked at once', async () => {
  const { app, calls } = await comparedApp()
  const { client_secret } = await app.cards.paymentIntents.create({ amount: 329, currency: 'eur' })
  await app.confirm(client_secret ?? '')
  for (const expected of [[listsEvents, 'GET /v1/payment_intents/{id}'], [listsEvents]]) {
    calls.length = 0
    expect(await app.reconcileInTurn()).toMatchObject({ changed: 0, unreachable: 0 })
    expect(calls).toEqual(expected)
  }
})

test('a refused card counts without its webhook', async () => {
  const { app } = await comparedApp()
  const { letterId } = await letterJustPaid(app, '4000 0000 0000 0002')
  for (let turn = 0; turn < 2; turn++) await app.reconcileInTurn()
  expect((await app.books(letterId)).payments).toEqual(['open'])
  const { rows } = await sql<{ points: number }>`
    select points from rate_limit where key like '%paymentFailures%'`.execute(app.db)
  expect(rows.map(({ points }) => points)).toEqual([1])
})

test('a clock that was put forward and back again hides nothing', async () => {
  const { app } = await comparedApp()
  app.clock.pass(days(30))
  await app.reconcileInTurn()
  app.clock.pass(0 - days(30))
  const { letterId } = await letterJustPaid(app)
  app.clock.pass(minutes(5))
  await app.reconcileInTurn()
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('a round asks for the newest events; once a day all is listed, and none is asked for by itself', async () => {
  const app = await openPayments()
  for (let payments = 0; payments < 3; payments++) await letterJustPaid(app)
  await app.deliver()
  const calls: string[] = []
  app.network.meddle = (call, go) => (calls.push(call), go())
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 3, changed: 0, unreachable: 0 })
  expect(calls).toEqual(['GET /v1/payment_intents', 'GET /v1/refunds', 'GET /v1/disputes', listsEvents])
  app.clock.pass(minutes(5))
  calls.length = 0
  expect(await app.reconcileInTurn()).toMatchObject({ looked: 0, changed: 0, unreachable: 0 })
  expect(calls).toEqual([listsEvents])
})
