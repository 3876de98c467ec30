// @module-tag long
import { hours, minutes } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'
import type { CallFault } from '../../testing/pingen/faults.ts'
import { claimReady } from '../submissions/submissions-table.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})

/** The printer's day and ours go on until nothing changes any more. */
async function goOn(rounds = 4) {
  for (let round = 0; round < rounds; round++) {
    await house.pingen.standIn.advance()
    house.clock.pass(hours(1))
    await house.submit()
    await house.lookUp()
  }
}

test.each([
  ['lost-before', 'create'],
  ['lost-after', 'create'],
  ['slow', 'create'],
  ['broken', 'create'],
  ['broken-after', 'create'],
  ['in-flight', 'create'],
  ['garbled', 'create'],
  ['too-many', 'create'],
  ['lost-after', 'upload'],
  ['lost-before', 'send'],
  ['lost-after', 'send'],
  ['slow', 'send'],
  ['broken-after', 'send'],
  ['garbled', 'read'],
  ['broken', 'token'],
] as const)(
  '%s at %s: in the end it is with the printer exactly once (invariant M1)',
  async (fault, call) => {
    house.pingen.once(call, fault)
    const id = await house.put()
    await house.submit()
    await goOn()
    expect(await house.books(id)).toMatchObject({ letter: 'batched', submissions: ['accepted'] })
    expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
    expect(await house.concerns()).toEqual([])
  },
)

test('every kind of trouble at every second call: never twice, and once when it is over (invariant M1)', async () => {
  const troubles: CallFault[] = [
    'lost-before',
    'lost-after',
    'broken',
    'broken-after',
    'too-many',
    'garbled',
    'in-flight',
  ]
  let call = 0
  house.pingen.standIn.faults.call = () => (call++ % 2 ? troubles[(call >> 1) % troubles.length] : undefined)
  const ids = await Promise.all(Array.from({ length: 8 }, () => house.put()))
  await house.submit()
  await goOn(12)
  for (const id of ids) {
    const { submissions } = await house.books(id)
    expect(house.tray(id).sent).toBeLessThanOrEqual(1)
    expect(['ready', 'unknown', 'accepted']).toContain(submissions[0])
  }
  house.pingen.standIn.faults.call = () => undefined
  await goOn()
  for (const id of ids) expect(house.tray(id).sent).toBe(1)
})

test('nothing is asked again before its time: the pauses double up to a quarter of an hour', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-before')
  await house.submit()
  house.pingen.standIn.faults.call = (call) => (call === 'list' ? 'broken' : undefined)
  const waits: number[] = []
  for (let round = 0; round < 8; round++) {
    const { next_at } = (await house.submissionOf(id))!
    waits.push((next_at.getTime() - house.clock.now().getTime()) / minutes(1))
    expect(await house.lookUp()).toBe(0)
    house.clock.set(next_at.toISOString())
    expect(await house.lookUp()).toBe(1)
  }
  expect(waits).toEqual([1, 2, 4, 8, 15, 15, 15, 15])
})

test('certainly absent while they remember the key: the same key goes out again (design.md#unknown-is-a-state)', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-before')
  await house.submit()
  house.clock.pass(hours(22))
  await house.lookUp()
  const keys = house.pingen.ledger().filter(({ did }) => did === 'created')
  expect(keys.map(({ key }) => key)).toEqual([`lacre:${id}:a1:create`])
})

test('certainly absent but the key is too old: nothing goes out again, a person is told', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-before')
  await house.submit()
  house.clock.pass(hours(23))
  await house.lookUp()
  await goOn()
  expect(await house.books(id)).toEqual({
    letter: 'needs-person',
    jobs: ['void'],
    submissions: ['given-up'],
    mails: [],
  })
  expect(await house.concerns()).toEqual(['printer-given-up'])
  expect(house.tray(id).created).toBe(0)
})

test('a later try that certainly made nothing does not make the key young again', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-before')
  await house.submit()
  const first = await house.submissionOf(id)
  house.clock.pass(hours(1))
  house.pingen.once('file-upload', 'broken')
  await house.lookUp()
  expect(await house.submissionOf(id)).toMatchObject({ state: 'unknown', key_used_at: first?.key_used_at })
  house.clock.pass(hours(23))
  await house.submit()
  await house.lookUp()
  expect((await house.books(id)).submissions).toEqual(['given-up'])
  expect(house.tray(id).created).toBe(0)
})

test('no list, no absence: while it cannot be looked up nothing goes out, and after a day somebody is told', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-after')
  await house.submit()
  house.pingen.standIn.faults.call = (call) => (call === 'list' ? 'broken' : undefined)
  await goOn(30)
  expect((await house.books(id)).submissions).toEqual(['unknown'])
  expect(await house.concerns()).toEqual(['printer-silent'])
  house.pingen.standIn.faults.call = () => undefined
  await goOn()
  expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
})

test('whoever was at it vanished: after the lease it is looked up, not repeated', async () => {
  const id = await house.put()
  house.pingen.once('file-upload', 'broken')
  await house.submit()
  house.clock.pass(minutes(1))
  // Its process is killed here, with the key in use.
  await claimReady(house.db, { printer: 'pingen', now: house.clock.now() })
  expect(await house.lookUp()).toBe(0)
  house.clock.pass(minutes(3))
  const calls: string[] = []
  house.pingen.standIn.faults.call = (call) => void calls.push(call)
  await house.lookUp()
  expect(calls.filter((call) => call !== 'token')[0]).toBe('list')
  expect(house.tray(id).created).toBe(1)
})

test('killed after they had it: the look-up finds it and it is not made twice', async () => {
  const id = await house.put()
  const before = await house.submissionOf(id)
  expect(before).toBeUndefined()
  house.pingen.once('create', 'lost-after')
  await house.submit()
  await house.db
    .updateTable('submission')
    .set({ state: 'submitting', printer_id: null, lease_until: house.clock.now(), lease: null })
    .execute()
  await goOn()
  expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
})

test('paid long ago: it is looked up before it is given for the first time, because a backup may not know', async () => {
  const friday = { paidAt: '2026-11-20T17:00:00Z' }
  const id = await house.put(friday)
  const calls: string[] = []
  house.pingen.standIn.faults.call = (call) => void calls.push(call)
  await house.submit()
  expect(calls).toEqual([])
  await house.lookUp()
  expect(calls.filter((call) => call !== 'token').slice(0, 2)).toEqual(['list', 'file-upload'])
  expect(house.tray(id).created).toBe(1)
})

test('a restored database: what the printer already printed is found, not printed again (invariant O1)', async () => {
  const id = await house.accepted({ paidAt: '2026-11-20T17:00:00Z' })
  await house.db.deleteFrom('submission').execute()
  await house.db.deleteFrom('letter_step').execute()
  await house.db.updateTable('letter').set({ state: 'paid' }).execute()
  await house.db.updateTable('print_job').set({ state: 'waiting' }).execute()
  house.clock.pass(hours(48))
  await house.submit()
  await goOn()
  expect(await house.books(id)).toMatchObject({ submissions: ['accepted'] })
  expect(house.tray(id)).toEqual({ created: 1, sent: 1 })
})

test('they have it twice: nothing more is said to them, and a person is told', async () => {
  const id = await house.put()
  house.pingen.once('create', 'lost-after')
  await house.submit()
  const [first] = house.pingen.standIn.letters
  house.pingen.standIn.letters.push({ ...first!, id: 'another' })
  house.clock.pass(hours(1))
  await house.lookUp()
  expect(await house.books(id)).toMatchObject({ letter: 'needs-person', submissions: ['given-up'] })
  expect(house.tray(id).sent).toBe(0)
})

test('it was there and is gone: a person is told', async () => {
  const id = await house.put()
  await house.submit()
  house.pingen.standIn.letters.splice(0)
  house.clock.pass(hours(1))
  await house.lookUp()
  expect(await house.books(id)).toMatchObject({ letter: 'needs-person', submissions: ['given-up'] })
})

test('the pauses begin anew once they hold a draft: what it took to give it does not count', async () => {
  const id = await house.put()
  const { faults } = house.pingen.standIn
  const waits = (turns: number) => house.waits(id, turns, () => house.submit().then(house.lookUp))
  faults.call = () => 'lost-before'
  await house.submit()
  expect(await waits(3)).toEqual([2, 4, 8])
  faults.call = () => undefined
  await waits(1)
  expect((await house.submissionOf(id))?.printer_id).toBeTruthy()
  faults.call = () => 'lost-before'
  expect(await waits(2)).toEqual([1, 2])
})
