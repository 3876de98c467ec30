import { beforeEach, expect, test } from 'vitest'
import { states } from '@lacre/letter/journey.ts'
import type { Tx } from '../database/tables.ts'
import { openPrintRoom, type PrintRoom } from '../testing/console-app.ts'
import { closeBatch } from './close-batch.ts'
import { stagePrintJobs } from '../letters/print-jobs.ts'
import { stateOf as stateIn } from '../testing/factories.ts'
import { failingDatabase } from '../testing/played-database.ts'
import { lockLetter } from '../letters/letters-table.ts'
import { takeStep } from '../letters/steps.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'

let app: PrintRoom
beforeEach(async () => {
  app = await openPrintRoom()
})

const close = (limit?: { letters: number; bytes: number }) => closeBatch(app.world, { by: 'test', limit })
const jobs = (batchId: number) =>
  app.db
    .selectFrom('print_job')
    .select(['letter_id', 'place', 'is_void'])
    .where('batch_id', '=', batchId)
    .orderBy('place')
    .execute()
const stateOf = (id: string) => stateIn(app.db, id)
const statesOf = (...ids: string[]) => Promise.all(ids.map(stateOf))

test('what was paid leaves together, once: fewest sheets first, then by postal code (design/print-room.md#print-room-acceptance)', async () => {
  const far = await app.put({ name: 'far', postal_code: '52001' })
  const long = await app.put({ name: 'long', pages: 3, postal_code: '01001' })
  const near = await app.put({ name: 'near', postal_code: '08001', pages: 2 })
  expect(await close()).toEqual({ id: 1, batch: 'B0001', letters: 3, sheets: 4 })
  expect(await jobs(1)).toEqual([
    { letter_id: near, place: 1, is_void: false },
    { letter_id: far, place: 2, is_void: false },
    { letter_id: long, place: 3, is_void: false },
  ])
  for (const id of [far, long, near]) expect(await stateOf(id)).toBe('batched')
  const steps = app.db.selectFrom('letter_step').select(['from_state', 'to_state', 'step', 'cause'])
  expect(await steps.where('letter_id', '=', near).where('step', '=', 'batch').execute()).toEqual([
    { from_state: 'paid', to_state: 'batched', step: 'batch', cause: 'operator' },
  ])
  expect(await close()).toBe('nothing-waiting')
  expect(await app.db.selectFrom('print_batch').selectAll().execute()).toHaveLength(1)
})

test.each(states.filter((state) => state !== 'paid'))(
  'a letter that is %s is in no batch, even with a job that waits (design/trust.md#never-printed-unpaid)',
  async (state) => {
    const id = await app.put({ name: 'other', state })
    expect(await close()).toBe('nothing-waiting')
    expect(await stateOf(id)).toBe(state)
  },
)

/** Closes while a transaction that does `what` to a letter is open; it ends once the closing waits for it. */
async function closeDuring(what: (tx: Tx) => Promise<unknown>, limit?: { letters: number; bytes: number }) {
  let closing: ReturnType<typeof close> | undefined
  await app.db.transaction().execute(async (tx) => {
    await what(tx)
    closing = close(limit)
    await expect.poll(() => lockWaits(app.db)).toBe(1)
  })
  return closing
}

test('a letter that is being cancelled at this moment is waited for, and is in no batch', async () => {
  const going = await app.put({ name: 'going' })
  const staying = await app.put({ name: 'staying' })
  const cancel = { letterId: going, step: 'cancel', cause: 'sender', now: app.clock.now() } as const
  expect(await closeDuring((tx) => takeStep(tx, cancel))).toMatchObject({ letters: 1 })
  expect(await statesOf(going, staying)).toEqual(['cancelled', 'batched'])
})

test('a letter that a worker has for this moment leaves with the others, and not as a batch by itself', async () => {
  const ids = [await app.put({ name: 'invoiced now' }), await app.put({ name: 'other' })]
  expect(await closeDuring((tx) => lockLetter(tx, ids[0]!))).toMatchObject({ letters: 2 })
  expect(await statesOf(...ids)).toEqual(['batched', 'batched'])
})

test('all that one batch would take are cancelled while it waits: the next are taken', async () => {
  const [first, second] = [await app.put({ name: 'first' }), await app.put({ name: 'second' })]
  await app.db
    .updateTable('print_job')
    .set({ created_at: new Date('2026-11-01T09:00:00Z') })
    .where('letter_id', '=', first)
    .execute()
  const cancel = { letterId: first, step: 'cancel', cause: 'sender', now: app.clock.now() } as const
  const one = { letters: 1, bytes: Infinity }
  expect(await closeDuring((tx) => takeStep(tx, cancel), one)).toMatchObject({ letters: 1 })
  expect(await statesOf(first, second)).toEqual(['cancelled', 'batched'])
})

test('when the steps cannot be written, nothing of the batch has happened', async () => {
  const ids = [await app.put({ name: 'one' }), await app.put({ name: 'two' })]
  const db = failingDatabase(app.db, ['insert into letter_step'], new Error('surprise'))
  await expect(closeBatch({ ...app.world, db }, { by: 'test' })).rejects.toThrow('surprise')
  expect(await statesOf(...ids)).toEqual(['paid', 'paid'])
  expect(await app.db.selectFrom('print_batch').selectAll().execute()).toEqual([])
  expect(await close()).toMatchObject({ letters: 2 })
})

test.each([
  ['letters', { letters: 2, bytes: 1_000_000 }],
  ['bytes', { letters: 100, bytes: 2500 }],
])('what one file cannot hold in %s waits for the next batch, the oldest go first', async (_what, limit) => {
  const ids: string[] = []
  for (const postal_code of ['50001', '40001', '01001']) {
    ids.push(await app.put({ name: 'letter', pdf: Buffer.alloc(1000), postal_code }))
    app.clock.pass(1000)
  }
  const closeSome = () => closeBatch(app.world, { by: 'test', limit })
  expect(await closeSome()).toMatchObject({ batch: 'B0001', letters: 2 })
  expect((await jobs(1)).map(({ letter_id }) => letter_id)).toEqual([ids[1], ids[0]])
  expect(await closeSome()).toMatchObject({ batch: 'B0002', letters: 1 })
})

test('a letter bigger than any batch goes alone, and does not block the others', async () => {
  for (const size of [9000, 100]) await app.put({ name: 'big', pdf: Buffer.alloc(size) })
  const limit = { letters: 100, bytes: 5000 }
  expect(await closeBatch(app.world, { by: 'test', limit })).toMatchObject({ letters: 1 })
  expect(await closeBatch(app.world, { by: 'test', limit })).toMatchObject({ letters: 1 })
})

test('a letter is staged once while its job lives, and gets its next attempt after a void one', async () => {
  const { db, clock } = app
  const id = await app.put({ name: 'one' })
  const stage = () => db.transaction().execute((tx) => stagePrintJobs(tx, [id], clock.now()))
  const attempts = () =>
    db.selectFrom('print_job').select(['attempt', 'is_void']).orderBy('attempt').execute()
  await Promise.all([stage(), stage(), stage()])
  expect(await attempts()).toEqual([{ attempt: 1, is_void: false }])
  await db.updateTable('print_job').set({ is_void: true }).execute()
  await Promise.all([stage(), stage(), stage()])
  expect(await attempts()).toEqual([
    { attempt: 1, is_void: true },
    { attempt: 2, is_void: false },
  ])
})
