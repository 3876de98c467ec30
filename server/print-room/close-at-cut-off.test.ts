import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, openConsole } from '../testing/console-app.ts'
import { voidPrintJob } from '../letters/print-jobs.ts'
import { closeAtCutOff, raiseLateConcerns } from './close-batch.ts'
import { eraseLetters } from '../letters/forget.ts'
import { afterStatement, failingDatabase, writesEntry } from '../testing/played-database.ts'
import { lockLetter } from '../letters/letters-table.ts'
import { takeStep } from '../letters/steps.ts'

let house: ConsoleApp
beforeEach(async () => {
  house = await openConsole()
})

const cutOff = { hour: 17, minute: 30 }
const run = () => closeAtCutOff(house.world, cutOff)
const paidAt = (instant: string) => (house.clock.set(instant), house.put())
const stateOf = async (id: string) => (await house.books(id)).letter
const batches = () =>
  house.db.selectFrom('print_batch').select(['closed_by', 'letters']).orderBy('id').execute()

test.each([
  ['winter', '2026-11-23T16:29:59Z', '2026-11-23T16:30:00Z'],
  ['summer', '2026-07-06T15:29:59Z', '2026-07-06T15:30:00Z'],
  ['the Friday before summer time', '2026-03-27T16:29:59Z', '2026-03-27T16:30:00Z'],
  ['the Monday after it', '2026-03-30T15:29:59Z', '2026-03-30T15:30:00Z'],
  ['the Friday before winter time', '2026-10-23T15:29:59Z', '2026-10-23T15:30:00Z'],
  ['the Monday after it, in winter', '2026-10-26T16:29:59Z', '2026-10-26T16:30:00Z'],
])('the batch closes at 17:30 in Madrid, %s: not a second before', async (_when, before, at) => {
  const id = await paidAt(before)
  await run()
  expect(await stateOf(id)).toBe('paid')
  house.clock.set(at)
  expect(await run()).toBe(1)
  expect(await stateOf(id)).toBe('batched')
  expect(await batches()).toEqual([{ closed_by: 'hora de cierre', letters: 1 }])
})

test('what is paid at the cut-off itself, or after it, waits for the next working day’s', async () => {
  const atIt = await paidAt('2026-11-27T16:30:00Z') // a Friday
  const after = await paidAt('2026-11-27T16:30:01Z')
  expect(await run()).toBe(0)
  house.clock.set('2026-11-29T20:00:00Z') // Sunday
  expect(await run()).toBe(0)
  house.clock.set('2026-11-30T16:31:00Z')
  expect(await run()).toBe(1)
  expect([await stateOf(atIt), await stateOf(after)]).toEqual(['batched', 'batched'])
})

test('on a holiday nothing is closed; what was paid before it leaves after it', async () => {
  const id = await paidAt('2026-12-07T17:00:00Z') // Monday after the cut-off; Tuesday is a holiday
  house.clock.set('2026-12-08T18:00:00Z')
  await run()
  expect(await stateOf(id)).toBe('paid')
  house.clock.set('2026-12-09T16:30:10Z')
  await run()
  expect(await stateOf(id)).toBe('batched')
})

test('a house that was down at the cut-off closes late, once, and only what was paid before it', async () => {
  const monday = await paidAt('2026-11-23T10:00:00Z')
  const tuesday = await paidAt('2026-11-24T10:00:00Z')
  const late = await paidAt('2026-11-24T17:45:00Z') // promised Wednesday's
  house.clock.set('2026-11-24T20:00:00Z')
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  expect([await stateOf(monday), await stateOf(tuesday), await stateOf(late)]).toEqual([
    'batched',
    'batched',
    'paid',
  ])
  expect(await batches()).toEqual([{ closed_by: 'hora de cierre', letters: 2 }])
})

test('several nodes close a cut-off once', async () => {
  for (let n = 0; n < 10; n++) await paidAt('2026-11-23T10:00:00Z')
  house.clock.set('2026-11-23T16:30:00Z')
  const closed = await Promise.all([run(), run(), run(), run()])
  expect(closed.toSorted()).toEqual([0, 0, 0, 1])
  expect(await batches()).toHaveLength(1)
  expect((await house.acts()).map(({ operator, act }) => [operator, act])).toEqual([
    ['hora de cierre', 'close-batch'],
  ])
})

test('a node that dies in it leaves nothing done, and another closes it', async () => {
  const id = await paidAt('2026-11-23T10:00:00Z')
  house.clock.set('2026-11-23T16:30:00Z')
  const db = failingDatabase(house.db, writesEntry, new Error('power cut'))
  await expect(closeAtCutOff({ ...house.world, db }, cutOff)).rejects.toThrow('power cut')
  expect([await stateOf(id), await batches()]).toEqual(['paid', []])
  expect(await run()).toBe(1)
})

test('a cut-off closes batch by batch: one that a node has closed stays closed when it dies, and another closes the rest', async () => {
  const ids = [await house.put(), await house.put(), await house.put()]
  house.clock.set('2026-11-23T16:30:00Z')
  const one = { letters: 1, bytes: Infinity }
  // Asked by somebody else: the first batch no longer waits for the second.
  const dies = async () => {
    expect(await batches()).toHaveLength(1)
    throw new Error('power cut')
  }
  const db = afterStatement(house.db, writesEntry, dies, 1)
  await expect(closeAtCutOff({ ...house.world, db }, cutOff, one)).rejects.toThrow('power cut')
  expect((await Promise.all(ids.map(stateOf))).toSorted()).toEqual(['batched', 'paid', 'paid'])

  const late = await paidAt('2026-11-23T16:31:00Z')
  const closed = await Promise.all([run(), run()])
  expect(closed.toSorted()).toEqual([0, 1])
  expect(await Promise.all([...ids, late].map(stateOf))).toEqual(['batched', 'batched', 'batched', 'paid'])
  expect((await batches()).map(({ letters }) => letters)).toEqual([1, 2])
})

test('a letter whose cancelling is under way is waited for: a cut-off comes once', async () => {
  const kept = await paidAt('2026-11-23T10:00:00Z')
  house.clock.set('2026-11-23T16:30:00Z')
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: end, resolve: giveUp } = Promise.withResolvers<void>()
  const cancelling = house.db
    .transaction()
    .execute(async (tx) => {
      await takeStep(tx, {
        letterId: kept,
        step: 'cancel',
        cause: 'sender',
        now: house.clock.now(),
      })
      hold()
      await end
      throw new Error('the connection broke')
    })
    .catch(() => {})
  await held
  const closing = run()
  giveUp()
  await cancelling
  expect(await closing).toBe(1)
  expect(await stateOf(kept)).toBe('batched')
})

test('a batch not posted after two working days, and letters a cut-off left behind, are told once', async () => {
  const concerns = () =>
    house.db
      .selectFrom('concern')
      .select(['kind', 'reference'])
      .orderBy('kind')
      .orderBy('reference')
      .execute()
  await paidAt('2026-11-27T10:00:00Z') // Friday
  house.clock.set('2026-11-27T16:30:00Z')
  await run()
  house.clock.set('2026-12-01T22:00:00Z') // Tuesday
  await raiseLateConcerns(house.world, cutOff)
  expect(await concerns()).toEqual([])
  house.clock.set('2026-12-01T23:30:00Z') // Wednesday in Madrid
  await raiseLateConcerns(house.world, cutOff)
  await raiseLateConcerns(house.world, cutOff)
  expect(await concerns()).toEqual([{ kind: 'batch-unposted', reference: 'B0001' }])

  await paidAt('2026-12-02T10:00:00Z')
  house.clock.set('2026-12-02T18:00:00Z')
  await raiseLateConcerns(house.world, cutOff)
  expect(await concerns()).toHaveLength(1)
  house.clock.set('2026-12-02T19:00:00Z')
  await raiseLateConcerns(house.world, cutOff)
  expect((await concerns())[1]).toEqual({
    kind: 'waiting-past-cut-off',
    reference: '2026-12-02T16:30:00.000Z',
  })
  const { note } = await house.db
    .selectFrom('concern')
    .select('note')
    .where('kind', '=', 'waiting-past-cut-off')
    .executeTakeFirstOrThrow()
  expect(note).toMatch(/^1 carta pagada antes de la hora de cierre sigue esperando\. /)
})

test('what is printed again is late by its own day, in its own name, and no longer by its batch’s (design/print-room.md#print-room-acceptance)', async () => {
  const olga = await house.operator('Olga')
  const id = await paidAt('2026-11-23T10:00:00Z') // Monday
  house.clock.set('2026-11-23T16:30:00Z')
  await run()
  house.clock.set('2026-11-30T09:00:00Z') // Monday
  await house.download(olga, 'batches/B0001/pdf')
  expect((await house.call(olga, 'POST', `letters/${id}/reprint`, { reason: 'lost' })).statusCode).toBe(200)
  const concerns = () => house.db.selectFrom('concern').select(['kind', 'letter_id', 'reference']).execute()
  house.clock.set('2026-12-02T20:00:00Z') // Wednesday
  await raiseLateConcerns(house.world, undefined)
  expect(await concerns()).toEqual([])
  house.clock.set('2026-12-03T09:00:00Z')
  await raiseLateConcerns(house.world, undefined)
  expect(await concerns()).toEqual([{ kind: 'reprint-unposted', letter_id: id, reference: `${id}/2` }])
})

test('cancelling while the batch closes: both lock the letter first, and neither waits for the other for ever', async () => {
  const { db, clock, world } = house
  const waiting = sql<{ n: number }>`
    select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const id = await house.put()
  clock.set('2026-11-23T16:30:00Z')
  let closing: Promise<unknown> = Promise.resolve()
  await db.transaction().execute(async (tx) => {
    await takeStep(tx, { letterId: id, step: 'cancel', cause: 'sender', now: clock.now() })
    closing = closeAtCutOff(world, { hour: 17, minute: 30 })
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(1)
    await voidPrintJob(tx, id)
  })
  await closing
  expect(await house.books(id)).toMatchObject({ letter: 'cancelled', jobs: ['void'] })
})

test('two letters are erased while the cut-off wants both: each waits for the other no longer than it takes', async () => {
  const { db, clock } = house
  const waiting = sql<{ n: number }>`
    select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const [low = '', high = ''] = [
    await paidAt('2026-11-23T10:00:00Z'),
    await paidAt('2026-11-23T10:00:00Z'),
  ].toSorted()
  // Paid in the other order than that of their ids.
  await db
    .updateTable('print_job')
    .set({ created_at: new Date('2026-11-23T09:59:00Z') })
    .where('letter_id', '=', high)
    .execute()
  clock.set('2026-11-23T16:30:00Z')
  let both: Promise<unknown[]> = Promise.resolve([])
  await db.transaction().execute(async (tx) => {
    await lockLetter(tx, low)
    const erasing = db.transaction().execute((own) => eraseLetters(own, [house.ana]))
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(1)
    both = Promise.all([erasing, run()])
    await expect.poll(async () => (await waiting.execute(db)).rows[0]?.n).toBe(2)
  })
  expect(await both).toEqual(['paid', 1])
})
