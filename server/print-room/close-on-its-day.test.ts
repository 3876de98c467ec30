import { day, minutes, seconds } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, paidByCard } from '../testing/console-app.ts'
import { closeBatch, closeAtCutOff, raiseLateConcerns } from './close-batch.ts'

let house: ConsoleApp
beforeEach(async () => {
  house = await openConsole()
})

const cutOff = { hour: 17, minute: 30 }
const run = () => closeAtCutOff(house.world, cutOff)
const stateOf = async (id: string) => (await house.books(id)).letter
const paidFor = (postOn: string, instant = '2026-02-20T10:00:00Z') => (
  house.clock.set(instant),
  house.put({ post_on: day(postOn) })
)

test.each([
  ['a working day', '2026-03-20', '2026-03-19T16:30:00Z', '2026-03-20T16:30:00Z'],
  ['the Monday after summer time began', '2026-03-30', '2026-03-27T16:30:00Z', '2026-03-30T15:30:00Z'],
  ['the Sunday it begins', '2026-03-29', '2026-03-27T16:30:00Z', '2026-03-30T15:30:00Z'],
  ['the Sunday it ends', '2026-10-25', '2026-10-23T15:30:00Z', '2026-10-26T16:30:00Z'],
  ['a day that is a holiday', '2026-05-01', '2026-04-30T15:30:00Z', '2026-05-04T15:30:00Z'],
])('paid for %s it waits until then (design/letter.md#posting-day)', async (_which, chosen, before, at) => {
  const id = await paidFor(chosen)
  house.clock.set(before)
  await run()
  expect(await stateOf(id)).toBe('paid')
  house.clock.set(at)
  expect(await run()).toBe(1)
  expect(await stateOf(id)).toBe('batched')
})

test('a house that was down at the cut-off takes what was for that day, and nothing that is for the next', async () => {
  const [friday, saturday, monday] = [
    await paidFor('2026-11-27'),
    await paidFor('2026-11-28'),
    await paidFor('2026-11-30'),
  ]
  house.clock.set('2026-11-30T09:00:00Z') // Monday morning, before its own cut-off
  await run()
  expect([await stateOf(friday), await stateOf(saturday), await stateOf(monday)]).toEqual([
    'batched',
    'paid',
    'paid',
  ])
  house.clock.set('2026-12-01T09:00:00Z') // down on Monday as well
  await run()
  expect([await stateOf(saturday), await stateOf(monday)]).toEqual(['batched', 'batched'])
})

test('a day that passed before it was paid counts as none', async () => {
  const id = await paidFor('2026-11-20', '2026-11-23T10:00:00Z')
  house.clock.set('2026-11-23T16:30:00Z')
  await run()
  expect(await stateOf(id)).toBe('batched')
})

test('nobody is told of what waits for its day, and of what is left behind on that day somebody is', async () => {
  await paidFor('2026-12-18')
  const told = async () => {
    await raiseLateConcerns(house.world, cutOff)
    return (await house.db.selectFrom('concern').select('reference').execute()).map((one) => one.reference)
  }
  house.clock.set('2026-12-17T20:00:00Z')
  expect(await told()).toEqual([])
  house.clock.set('2026-12-18T19:00:00Z')
  expect(await told()).toEqual(['2026-12-18T16:30:00.000Z'])
})

test('on a day that was closed since, nothing leaves, by the clock or by hand; on the next one everything does (design/letter.md#closed-days)', async () => {
  const [chosen, soon] = [await paidFor('2026-12-16'), await paidFor('2026-12-14', '2026-12-15T17:00:00Z')]
  const closedDays = [day('2026-12-16')]
  const room = { ...house.world, closedDays }
  const closing = () => closeAtCutOff(room, { ...cutOff, closed: closedDays })
  house.clock.set('2026-12-16T16:31:00Z')
  expect(await closing()).toBe(0)
  await closeBatch(room, { by: 'Olga' })
  expect([await stateOf(chosen), await stateOf(soon)]).toEqual(['paid', 'batched'])
  await raiseLateConcerns(room, { ...cutOff, closed: closedDays })
  house.clock.set('2026-12-17T16:30:00Z')
  expect(await closing()).toBe(1)
  expect(await stateOf(chosen)).toBe('batched')
  expect(await house.db.selectFrom('concern').selectAll().execute()).toEqual([])
})

/** What a payment brings about is being written from now on; `end` lets it be. */
async function beingWritten() {
  const { db } = house
  const waiting = sql<{ n: number }>`
    select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table mail in exclusive mode`.execute(tx)
    hold()
    await released
  })
  await held
  const writing = house.deliver()
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(1)
  return async () => (release(), await holding, await writing)
}

test('paid in time and written a moment after the closing, it leaves that day all the same, as its receipt says', async () => {
  house.clock.set('2026-11-23T16:29:59Z')
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id)
  const end = await beingWritten()
  house.clock.set('2026-11-23T16:30:00Z')
  expect(await run()).toBe(0)
  await end()
  const { data } = await house.db
    .selectFrom('mail')
    .select('data')
    .where('kind', '=', 'receipt')
    .executeTakeFirstOrThrow()
  expect(data).toMatchObject({ cancelUntil: '2026-11-23T16:30:00.000Z' })
  house.clock.pass(seconds(20))
  const after = await house.put()
  expect(await run()).toBe(1)
  house.clock.pass(minutes(3))
  expect(await run()).toBe(0)
  expect([await stateOf(id), await stateOf(after)]).toEqual(['batched', 'paid'])
})

const paidAt = (instant: string) => (house.clock.set(instant), house.put())
/** Paid by card; answers until when its receipt says that it can be cancelled. */
async function paidByReceipt(instant: string) {
  house.clock.set(instant)
  const id = await paidByCard(house)
  const receipt = house.db
    .selectFrom('mail')
    .select('data')
    .where('kind', '=', 'receipt')
    .where('key', '=', id)
  return { id, until: (await receipt.executeTakeFirstOrThrow()).data['cancelUntil'] }
}

test.each([
  ['the clock stepped back an hour after the closing, and reaches the cut-off again', '2026-11-23T16:30:05Z'],
  ['another server’s clock is an hour behind', '2026-11-23T16:50:00Z'],
])(
  '%s: what is paid then leaves that day, as its receipt says, and nobody is called',
  async (_what, next) => {
    await paidAt('2026-11-23T10:00:00Z')
    for (const instant of ['2026-11-23T16:30:00Z', '2026-11-23T16:33:00Z']) {
      house.clock.set(instant)
      await run()
    }
    const { id, until } = await paidByReceipt('2026-11-23T15:40:00Z')
    expect(until).toBe('2026-11-23T16:30:00.000Z')
    expect(await run()).toBe(0)
    const tomorrow = await paidByReceipt('2026-11-23T16:31:00Z')
    expect(tomorrow.until).toBe('2026-11-24T16:30:00.000Z')
    house.clock.set(next)
    expect([await run(), await run()]).toEqual([1, 0])
    expect([await stateOf(id), await stateOf(tomorrow.id)]).toEqual(['batched', 'paid'])
    house.clock.set('2026-11-23T19:00:00Z')
    await raiseLateConcerns(house.world, cutOff)
    expect(await house.db.selectFrom('concern').select('kind').execute()).toEqual([])
  },
)

test('what leaves more than two hours after its cut-off is told to a person, who may see to it again', async () => {
  const concerns = () => house.db.selectFrom('concern').select(['kind', 'reference', 'settled_at']).execute()
  await paidAt('2026-11-23T10:00:00Z')
  house.clock.set('2026-11-23T18:30:00Z')
  await run()
  expect(await concerns()).toEqual([])
  const late = { kind: 'waiting-past-cut-off', reference: '2026-11-23T16:30:00.000Z', settled_at: null }
  for (const instant of ['2026-11-23T18:31:00Z', '2026-11-24T08:00:00Z']) {
    await paidAt('2026-11-23T10:00:00Z')
    house.clock.set(instant)
    expect(await run()).toBe(1)
    expect(await concerns()).toEqual([late])
    await house.db.updateTable('concern').set({ settled_at: house.clock.now() }).execute()
  }
})
