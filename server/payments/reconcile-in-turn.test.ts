import { days, hours, inSeconds, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { takeTurn } from './reconcile.ts'
import { anAccount, severalLetters } from '../testing/factories.ts'

const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }
const listsEvents = 'GET /v1/events'

/** Everything was compared today; from now on the calls to the provider are counted. */
async function comparedHouse() {
  const house = await openPayments()
  await house.reconcileInTurn()
  const calls: string[] = []
  house.network.meddle = (call, go) => (calls.push(call.replace(/\/pi_\w+/, '/{id}')), go())
  return { house, calls }
}

const lateLetter = async (house: PaymentsApp) => {
  const paid = await letterJustPaid(house)
  const event = house.db.selectFrom('sandbox_card_event').selectAll().orderBy('created', 'desc')
  const lost = await event.executeTakeFirstOrThrow()
  await house.db.deleteFrom('sandbox_card_event').where('id', '=', lost.id).execute()
  return { ...paid, list: () => house.db.insertInto('sandbox_card_event').values(listed(lost)).execute() }
}
const listed = <Event extends { body: object }>(event: Event) => ({
  ...event,
  body: JSON.stringify(event.body),
})

test('what the webhook lost is in the list of events, and nothing else is asked for', async () => {
  const { house, calls } = await comparedHouse()
  await letterJustPaid(house)
  await house.deliver()
  const { letterId } = await letterJustPaid(house)
  house.clock.pass(minutes(5))
  calls.length = 0
  expect(await house.reconcileInTurn()).toMatchObject({ looked: 1, changed: 1, unreachable: 0 })
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(calls).toEqual([listsEvents, 'GET /v1/payment_intents/{id}'])
  calls.length = 0
  expect(await house.reconcileInTurn()).toMatchObject({ looked: 0, changed: 0, unreachable: 0 })
  expect(calls).toEqual([listsEvents])
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('one node at a time; the turn of one that was killed ends by itself', async () => {
  const { house, calls } = await comparedHouse()
  await letterJustPaid(house)
  let other: ReturnType<typeof house.reconcileInTurn> | undefined
  house.network.meddle = async (call, go) => {
    calls.push(call)
    await (other ??= house.reconcileInTurn())
    return go()
  }
  calls.length = 0
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await other).toBe('somebody-else')
  expect(calls).toHaveLength(2)

  await takeTurn(house.db) // and is killed
  expect(await house.reconcileInTurn()).toBe('somebody-else')
  await sql`update reconciliation set lease_until = now() - interval '1 second'`.execute(house.db)
  expect(await house.reconcileInTurn()).toMatchObject({ unreachable: 0 })
})

test('a turn ends when its round fails', async () => {
  const { house } = await comparedHouse()
  house.network.meddle = () => Promise.reject(new Error('down'))
  await expect(house.reconcileInTurn()).rejects.toThrow()
  house.network.meddle = (_call, go) => go()
  expect(await house.reconcileInTurn()).toMatchObject({ unreachable: 0 })
})

test('an event whose payment cannot be looked at is read again, for as long as it takes, and keeps no other', async () => {
  const { house } = await comparedHouse()
  const first = await letterJustPaid(house)
  house.clock.pass(minutes(1))
  const second = await letterJustPaid(house)
  house.network.meddle = (call, go) =>
    call.includes(first.intentId) ? Promise.reject(new Error('down')) : go()
  for (let left = 6; left > 0; left--) {
    expect(await house.reconcileInTurn()).toMatchObject({ unreachable: 1 })
    house.clock.pass(hours(1))
  }
  expect((await house.books(second.letterId)).letter).toBe('paid')
  await letterJustPaid(house)
  house.network.meddle = (_call, go) => go()
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 2 })
  expect(await house.books(first.letterId)).toEqual(paidOnce)
  expect(await house.concerns()).toEqual([])
})

test('an event that cannot be booked is a matter for a person, and keeps no other', async () => {
  const { house } = await comparedHouse()
  const broken = await letterJustPaid(house)
  const { letterId } = await letterJustPaid(house)
  house.breakMailsOf(broken.letterId)
  expect(await house.reconcileInTurn()).toMatchObject({ looked: 1, changed: 1, unreachable: 0 })
  expect((await house.books(letterId)).letter).toBe('paid')
  expect((await house.books(broken.letterId)).letter).toBe('frozen')
  expect(await house.concerns()).toEqual(['payment-unreadable'])
})

test('an event that the provider lists minutes after others is read', async () => {
  const { house } = await comparedHouse()
  const { letterId, list } = await lateLetter(house)
  house.clock.pass(minutes(10))
  await letterJustPaid(house)
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 1 })
  await list()
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('an event that the provider never lists is found within a day', async () => {
  const { house, calls } = await comparedHouse()
  const { letterId } = await lateLetter(house)
  for (let passed = 0; passed < 24; passed++) {
    await house.reconcileInTurn()
    expect((await house.books(letterId)).letter).toBe('frozen')
    house.clock.pass(hours(1))
  }
  expect(calls).not.toContain('GET /v1/payment_intents')
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('after weeks of silence all is compared since then: the provider keeps its events for thirty days', async () => {
  const { house } = await comparedHouse()
  const { letterId } = await lateLetter(house)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  house.clock.pass(days(35))
  expect(await house.reconcileInTurn()).toMatchObject({ looked: 1 })
  expect((await house.books(letterId)).payments).toEqual(['taken'])
  expect(await house.concerns()).toEqual(['payment-mismatch'])
})

test('a provider without an answer for one payment lets everything be compared again', async () => {
  const house = await openPayments()
  const { letterId } = await lateLetter(house)
  house.clock.pass(5 * days(1))
  house.network.meddle = (call, go) => (call.includes('/pi_') ? Promise.reject(new Error('down')) : go())
  expect(await house.reconcileInTurn()).toMatchObject({ unreachable: 1 })
  house.network.meddle = (_call, go) => go()
  expect(await house.reconcileInTurn()).toMatchObject({ changed: 1 })
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('what no event tells of is looked up: an answer that never came, and what has ended', async () => {
  const { house, calls } = await comparedHouse()
  const accountId = await house.account()
  const [unheard, ended, usual] = [
    await house.letter(accountId),
    await house.letter(accountId),
    await house.letter(accountId),
  ]
  house.network.meddle = async (_call, go) => (await go(), Promise.reject(new Error('no answer')))
  await house.askIntent(unheard, accountId)
  house.network.meddle = (call, go) => (calls.push(call.replace(/\/pi_\w+/, '/{id}')), go())
  for (const letter of [ended, usual]) await house.secret(letter, accountId)
  await house.db.updateTable('letter').set({ state: 'expired' }).where('id', '=', ended).execute()
  house.clock.pass(minutes(3))
  calls.length = 0
  await house.reconcileInTurn()
  expect((await house.ledger()).intents).toEqual([
    'canceled',
    'requires_payment_method',
    'requires_payment_method',
  ])
  const named = await house.db
    .selectFrom('payment_money')
    .select('intent_id')
    .where('intent_id', 'is', null)
    .execute()
  expect(named).toEqual([])
  expect(calls).toEqual([
    listsEvents,
    'POST /v1/payment_intents',
    'GET /v1/payment_intents/{id}',
    'POST /v1/payment_intents/{id}/cancel',
  ])
})

test('the events of another product of the account are looked at once', async () => {
  const { house, calls } = await comparedHouse()
  const { client_secret } = await house.cards.paymentIntents.create({ amount: 329, currency: 'eur' })
  await house.confirm(client_secret ?? '')
  for (const expected of [[listsEvents, 'GET /v1/payment_intents/{id}'], [listsEvents]]) {
    calls.length = 0
    expect(await house.reconcileInTurn()).toMatchObject({ changed: 0, unreachable: 0 })
    expect(calls).toEqual(expected)
  }
})

test('a refused card of which no webhook told counts as one', async () => {
  const { house } = await comparedHouse()
  const { letterId } = await letterJustPaid(house, '4000 0000 0000 0002')
  for (let turn = 0; turn < 2; turn++) await house.reconcileInTurn()
  expect((await house.books(letterId)).payments).toEqual(['open'])
  const { rows } = await sql<{ points: number }>`
    select points from rate_limit where key like '%paymentFailures%'`.execute(house.db)
  expect(rows.map(({ points }) => points)).toEqual([1])
})

test('a clock that was put forward and back again hides nothing', async () => {
  const { house } = await comparedHouse()
  house.clock.pass(days(30))
  await house.reconcileInTurn()
  house.clock.pass(0 - days(30))
  const { letterId } = await letterJustPaid(house)
  house.clock.pass(minutes(5))
  await house.reconcileInTurn()
  expect(await house.books(letterId)).toEqual(paidOnce)
})

/** An app with `count` payments, spread over the last four days. Their events have arrived. */
async function busyHouse(count: number) {
  const house = await openPayments()
  const { db, clock } = house
  house.clock.pass(days(4))
  const { intentId } = await letterJustPaid(house)
  await house.deliver()
  const like = <Row>(row: Row, changed: Partial<Row>) => ({ ...row, ...changed })
  const order = await db.selectFrom('payment_order').selectAll().executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment').selectAll().executeTakeFirstOrThrow()
  const intent = await db.selectFrom('sandbox_card_intent').selectAll().executeTakeFirstOrThrow()
  const event = await db.selectFrom('sandbox_card_event').selectAll().executeTakeFirstOrThrow()
  const account_id = await anAccount(db)
  const number = Array.from({ length: count - 1 }, (_, at) => at + 1)
  for (let at = 0; at < number.length; at += 1000) {
    const some = number.slice(at, at + 1000)
    const letters = await severalLetters(
      db,
      some.map(() => ({ account_id })),
    )
    const made = some.map((one) => {
      const id = `pi_${String(one).padStart(24, '0')}`
      const created =
        Math.floor(clock.now().getTime() / 1000) - Math.floor((inSeconds(days(4)) - 1) * (one / count))
      return { id, created, event: `evt_${String(one).padStart(24, '0')}` }
    })
    const orders = made.map(({ id }, index) =>
      like(order, { id: crypto.randomUUID(), name: letters[index]!, intent_id: id, idempotency_key: id }),
    )
    await db.insertInto('payment_order').values(orders).execute()
    const payments = orders.map(({ id, name }) =>
      like(payment, { id: crypto.randomUUID(), order_id: id, letter_id: name }),
    )
    await db.insertInto('payment').values(payments).execute()
    await db
      .insertInto('sandbox_card_intent')
      .values(
        made.map(({ id, created }) => ({
          id,
          created,
          body: JSON.stringify(like(intent.body, { id, created })),
        })),
      )
      .execute()
    await db
      .insertInto('sandbox_card_event')
      .values(
        made.map(({ id, created, event: name }) => {
          const body = like(event.body, {
            id: name,
            created,
            data: { object: { object: 'payment_intent', id } },
          })
          return { id: name, created, body: JSON.stringify(body), delivered_at: clock.now() }
        }),
      )
      .execute()
    await db
      .insertInto('card_event')
      .values(
        made.map(({ event: name }) => ({
          id: name,
          type: 'payment_intent.succeeded',
          received_at: clock.now(),
        })),
      )
      .execute()
  }
  const calls: string[] = []
  house.network.meddle = (call, go) => (calls.push(call), go())
  return { house, intentId, calls }
}

test.each([100, 300])(
  'of %i payments a round asks for the newest events; once a day it lists all',
  async (payments) => {
    const { house, calls } = await busyHouse(payments)
    const nothingNew = { changed: 0, unreachable: 0 }
    expect(await house.reconcileInTurn()).toMatchObject({ looked: payments, ...nothingNew })
    const listed = calls.filter((call) => call === 'GET /v1/payment_intents')
    expect(listed).toHaveLength(payments / 100)
    expect(calls).toHaveLength(payments / 100 + 3) // refunds, disputes, events
    for (let round = 0; round < 3; round++) {
      house.clock.pass(minutes(5))
      calls.length = 0
      expect(await house.reconcileInTurn()).toMatchObject({ looked: 0, ...nothingNew })
      expect(calls).toEqual(['GET /v1/events'])
    }
  },
)
