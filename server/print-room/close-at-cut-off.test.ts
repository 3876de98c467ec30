import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole, paidByCard } from '../testing/console-app.ts'
import { closeAtCutOff, closeBatch, raiseLateIssues } from './close-batch.ts'
import { afterStatement, writesEntry } from '../testing/played-database.ts'
import { stateOf as stateIn } from '../testing/factories.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'
import { day, minutes, seconds } from '@lacre/letter/days.ts'
import { sql } from 'kysely'

let app: ConsoleApp
beforeEach(async () => {
  app = await openConsole()
})

const cutOff = { hour: 17, minute: 30 }
const run = () => closeAtCutOff(app.world, cutOff)
const paidAt = (instant: string) => (app.clock.set(instant), app.put())
const stateOf = (id: string) => stateIn(app.db, id)
const statesOf = (...ids: string[]) => Promise.all(ids.map(stateOf))
const batches = () =>
  app.db.selectFrom('print_batch').select(['closed_by', 'letters']).orderBy('id').execute()

test.each([
  ['winter', '2026-11-23T16:29:59Z', '2026-11-23T16:30:00Z'],
  ['summer', '2026-07-06T15:29:59Z', '2026-07-06T15:30:00Z'],
])('the batch closes at 17:30 in Madrid, %s: not a second before', async (_when, before, at) => {
  const id = await paidAt(before)
  await run()
  expect(await stateOf(id)).toBe('paid')
  app.clock.set(at)
  expect(await run()).toBe(1)
  expect(await stateOf(id)).toBe('batched')
  expect(await batches()).toEqual([{ closed_by: 'hora de cierre', letters: 1 }])
})

test('what is paid at the cut-off itself, or after it, waits for the next working day’s', async () => {
  const atIt = await paidAt('2026-11-27T16:30:00Z') // a Friday
  const after = await paidAt('2026-11-27T16:30:01Z')
  expect(await run()).toBe(0)
  app.clock.set('2026-11-29T20:00:00Z') // Sunday
  expect(await run()).toBe(0)
  app.clock.set('2026-11-30T16:31:00Z')
  expect(await run()).toBe(1)
  expect(await statesOf(atIt, after)).toEqual(['batched', 'batched'])
})

test('an app that was down at the cut-off closes late, once, and only what was paid before it', async () => {
  const monday = await paidAt('2026-11-23T10:00:00Z')
  const tuesday = await paidAt('2026-11-24T10:00:00Z')
  const late = await paidAt('2026-11-24T17:45:00Z') // promised Wednesday's
  app.clock.set('2026-11-24T20:00:00Z')
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect(await statesOf(monday, tuesday, late)).toEqual(['batched', 'batched', 'paid'])
  expect(await batches()).toEqual([{ closed_by: 'hora de cierre', letters: 2 }])
})

test('a cut-off closes batch by batch: one that a node has closed stays closed when it dies, and another closes the rest', async () => {
  const ids = [await app.put(), await app.put(), await app.put()]
  app.clock.set('2026-11-23T16:30:00Z')
  const one = { letters: 1, bytes: Infinity }
  // Another connection sees it: the first batch does not wait for the second.
  const dies = async () => {
    expect(await batches()).toHaveLength(1)
    throw new Error('power cut')
  }
  const db = afterStatement(app.db, writesEntry, dies, 1)
  await expect(closeAtCutOff({ ...app.world, db }, cutOff, one)).rejects.toThrow('power cut')
  expect((await statesOf(...ids)).toSorted()).toEqual(['batched', 'paid', 'paid'])

  const late = await paidAt('2026-11-23T16:31:00Z')
  const closed = await Promise.all([run(), run()])
  expect(closed.toSorted()).toEqual([0, 1])
  expect(await Promise.all([...ids, late].map(stateOf))).toEqual(['batched', 'batched', 'batched', 'paid'])
  expect((await batches()).map(({ letters }) => letters)).toEqual([1, 2])
})

test('a batch not posted after two working days, and letters a cut-off left behind, are told once', async () => {
  const issues = () =>
    app.db.selectFrom('issue').select(['kind', 'reference']).orderBy('kind').orderBy('reference').execute()
  await paidAt('2026-11-27T10:00:00Z') // Friday
  app.clock.set('2026-11-27T16:30:00Z')
  await run()
  app.clock.set('2026-12-01T22:00:00Z') // Tuesday
  await raiseLateIssues(app.world, cutOff)
  expect(await issues()).toEqual([])
  app.clock.set('2026-12-01T23:30:00Z') // Wednesday in Madrid
  await raiseLateIssues(app.world, cutOff)
  await raiseLateIssues(app.world, cutOff)
  expect(await issues()).toEqual([{ kind: 'batch-unposted', reference: 'B0001' }])

  await paidAt('2026-12-02T10:00:00Z')
  app.clock.set('2026-12-02T18:00:00Z')
  await raiseLateIssues(app.world, cutOff)
  expect(await issues()).toHaveLength(1)
  app.clock.set('2026-12-02T19:00:00Z')
  await raiseLateIssues(app.world, cutOff)
  expect((await issues())[1]).toEqual({
    kind: 'waiting-past-cut-off',
    reference: '2026-12-02T16:30:00.000Z',
  })
  const { note } = await app.db
    .selectFrom('issue')
    .select('note')
    .where('kind', '=', 'waiting-past-cut-off')
    .executeTakeFirstOrThrow()
  expect(note).toMatch(/^1 carta pagada antes de la hora de cierre sigue esperando\. /)
})

test('what is printed again is late by its own day, in its own name, and no longer by its batch’s (design/print-room.md#print-room-acceptance)', async () => {
  const olga = await app.operator('Olga')
  const id = await paidAt('2026-11-23T10:00:00Z') // Monday
  app.clock.set('2026-11-23T16:30:00Z')
  await run()
  app.clock.set('2026-11-30T09:00:00Z') // Monday
  await app.download(olga, 'batches/B0001/pdf')
  expect((await app.call(olga, 'POST', `letters/${id}/reprint`, { reason: 'lost' })).statusCode).toBe(200)
  const issues = () => app.db.selectFrom('issue').select(['kind', 'letter_id', 'reference']).execute()
  app.clock.set('2026-12-02T20:00:00Z') // Wednesday
  await raiseLateIssues(app.world, undefined)
  expect(await issues()).toEqual([])
  app.clock.set('2026-12-03T09:00:00Z')
  await raiseLateIssues(app.world, undefined)
  expect(await issues()).toEqual([{ kind: 'reprint-unposted', letter_id: id, reference: `${id}/2` }])
})

const paidFor = (postOn: string, instant = '2026-02-20T10:00:00Z') => (
  app.clock.set(instant),
  app.put({ post_on: day(postOn) })
)

test.each([
  ['a working day', '2026-03-20', '2026-03-19T16:30:00Z', '2026-03-20T16:30:00Z'],
  ['the Sunday it begins', '2026-03-29', '2026-03-27T16:30:00Z', '2026-03-30T15:30:00Z'],
  ['a day that is a holiday', '2026-05-01', '2026-04-30T15:30:00Z', '2026-05-04T15:30:00Z'],
])('paid for %s it waits until then (design/letter.md#posting-day)', async (_which, chosen, before, at) => {
  const id = await paidFor(chosen)
  app.clock.set(before)
  await run()
  expect(await stateOf(id)).toBe('paid')
  app.clock.set(at)
  expect(await run()).toBe(1)
  expect(await stateOf(id)).toBe('batched')
})

test('an app that was down at the cut-off takes what was for that day, and nothing that is for the next', async () => {
  const [friday, saturday, monday] = [
    await paidFor('2026-11-27'),
    await paidFor('2026-11-28'),
    await paidFor('2026-11-30'),
  ]
  app.clock.set('2026-11-30T09:00:00Z') // Monday morning, before its own cut-off
  await run()
  expect(await statesOf(friday, saturday, monday)).toEqual(['batched', 'paid', 'paid'])
  app.clock.set('2026-12-01T09:00:00Z') // down on Monday as well
  await run()
  expect(await statesOf(saturday, monday)).toEqual(['batched', 'batched'])
})

test('raises no issue about a letter that waits for its day, and one when that day leaves it behind', async () => {
  await paidFor('2026-12-18')
  const told = async () => {
    await raiseLateIssues(app.world, cutOff)
    return (await app.db.selectFrom('issue').select('reference').execute()).map((one) => one.reference)
  }
  app.clock.set('2026-12-17T20:00:00Z')
  expect(await told()).toEqual([])
  app.clock.set('2026-12-18T19:00:00Z')
  expect(await told()).toEqual(['2026-12-18T16:30:00.000Z'])
})

test('on a day that was closed since, nothing leaves, by the clock or by hand; on the next one everything does (design/letter.md#closed-days)', async () => {
  const [chosen, soon] = [await paidFor('2026-12-16'), await paidFor('2026-12-14', '2026-12-15T17:00:00Z')]
  const closedDays = [day('2026-12-16')]
  const room = { ...app.world, closedDays }
  const closing = () => closeAtCutOff(room, { ...cutOff, closed: closedDays })
  app.clock.set('2026-12-16T16:31:00Z')
  expect(await closing()).toBe(0)
  await closeBatch(room, { by: 'Olga' })
  expect(await statesOf(chosen, soon)).toEqual(['paid', 'batched'])
  await raiseLateIssues(room, { ...cutOff, closed: closedDays })
  app.clock.set('2026-12-17T16:30:00Z')
  expect(await closing()).toBe(1)
  expect(await stateOf(chosen)).toBe('batched')
  expect(await app.db.selectFrom('issue').selectAll().execute()).toEqual([])
})

/** What a payment brings about is being written from now on; `end` lets it be. */
async function beingWritten() {
  const { db } = app
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = db.transaction().execute(async (tx) => {
    await sql`lock table mail in exclusive mode`.execute(tx)
    hold()
    await released
  })
  await held
  const writing = app.deliver()
  await expect.poll(() => lockWaits(db)).toBe(1)
  return async () => (release(), await holding, await writing)
}

test('paid in time and written a moment after the closing, it leaves that day all the same, as its receipt says', async () => {
  app.clock.set('2026-11-23T16:29:59Z')
  const id = await app.unpaid()
  await app.pay(id)
  const end = await beingWritten()
  app.clock.set('2026-11-23T16:30:00Z')
  expect(await run()).toBe(0)
  await end()
  expect(await app.mails('receipt')).toMatchObject([{ data: { cancelUntil: '2026-11-23T16:30:00.000Z' } }])
  app.clock.pass(seconds(20))
  const after = await app.put()
  expect(await run()).toBe(1)
  app.clock.pass(minutes(3))
  expect(await run()).toBe(0)
  expect(await statesOf(id, after)).toEqual(['batched', 'paid'])
})

/** Paid by card; answers until when its receipt says that it can be cancelled. */
async function paidByReceipt(instant: string) {
  app.clock.set(instant)
  const id = await paidByCard(app)
  const receipt = (await app.mails('receipt')).find(({ key }) => key === id)
  return { id, until: receipt?.data['cancelUntil'] }
}

test.each([
  ['the clock stepped back an hour after the closing, and reaches the cut-off again', '2026-11-23T16:30:05Z'],
  ['another server’s clock is an hour behind', '2026-11-23T16:50:00Z'],
])('%s: what is paid then leaves that day, as its receipt says, without an issue', async (_what, next) => {
  await paidAt('2026-11-23T10:00:00Z')
  for (const instant of ['2026-11-23T16:30:00Z', '2026-11-23T16:33:00Z']) {
    app.clock.set(instant)
    await run()
  }
  const { id, until } = await paidByReceipt('2026-11-23T15:40:00Z')
  expect(until).toBe('2026-11-23T16:30:00.000Z')
  expect(await run()).toBe(0)
  const tomorrow = await paidByReceipt('2026-11-23T16:31:00Z')
  expect(tomorrow.until).toBe('2026-11-24T16:30:00.000Z')
  app.clock.set(next)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await statesOf(id, tomorrow.id)).toEqual(['batched', 'paid'])
  app.clock.set('2026-11-23T19:00:00Z')
  await raiseLateIssues(app.world, cutOff)
  expect(await app.db.selectFrom('issue').select('kind').execute()).toEqual([])
})

test('what leaves more than two hours after its cut-off is told to a person, who may see to it again', async () => {
  const issues = () => app.db.selectFrom('issue').select(['kind', 'reference', 'settled_at']).execute()
  await paidAt('2026-11-23T10:00:00Z')
  app.clock.set('2026-11-23T18:30:00Z')
  await run()
  expect(await issues()).toEqual([])
  const late = { kind: 'waiting-past-cut-off', reference: '2026-11-23T16:30:00.000Z', settled_at: null }
  for (const instant of ['2026-11-23T18:31:00Z', '2026-11-24T08:00:00Z']) {
    await paidAt('2026-11-23T10:00:00Z')
    app.clock.set(instant)
    expect(await run()).toBe(1)
    expect(await issues()).toEqual([late])
    await app.db.updateTable('issue').set({ settled_at: app.clock.now() }).execute()
  }
})
