import { beforeEach, expect, test } from 'vitest'
import { stagePrintJob } from '../print-room/stage-print-job.ts'
import { dispatchHouse, type DispatchHouse } from '../testing/dispatch-house.ts'

const minute = 60 * 1000
let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})

test('a person who lets it be printed again gives it a new attempt, with a key of its own', async () => {
  house.pingen.standIn.faults.letter = () => 'wrong-pages'
  const id = await house.put()
  await house.submit()
  await house.pingen.standIn.advance()
  house.clock.pass(minute)
  await house.lookUp()
  house.pingen.standIn.faults.letter = () => undefined
  const { takeStep } = house.room
  await house.db.transaction().execute(async (tx) => {
    const now = new Date('2026-11-23T16:00:00Z')
    await takeStep(tx, { letterId: id, step: 'resume', cause: 'operator', now })
    await stagePrintJob(tx, id, now)
  })
  await house.submit()
  await house.pingen.standIn.advance()
  house.clock.pass(minute)
  await house.lookUp()
  expect(await house.books(id)).toMatchObject({ letter: 'batched', submissions: ['rejected', 'accepted'] })
  expect(house.tray(id, 2)).toEqual({ created: 1, sent: 1 })
})

/** What a person does who starts a letter over: its job is void, another one waits. */
async function startOver(id: string) {
  const { takeStep } = house.room
  await house.db.transaction().execute(async (tx) => {
    const now = new Date('2026-11-23T16:00:00Z')
    await takeStep(tx, { letterId: id, step: 'doubt', cause: 'operator', now })
    await takeStep(tx, { letterId: id, step: 'resume', cause: 'operator', now })
    await tx.updateTable('print_job').set({ state: 'void' }).where('letter_id', '=', id).execute()
    await stagePrintJob(tx, id, now)
  })
}

test('started over while the first order was not out yet: the first is never given, the second is, once', async () => {
  house.pingen.once('file-upload', 'broken')
  const id = await house.put()
  await house.submit()
  await startOver(id)
  const another = await house.put()
  await house.submit()
  expect(house.tray(another).created).toBe(1)
  house.clock.pass(minute)
  await house.submit()
  await house.submit()
  expect([house.tray(id).created, house.tray(id, 2).created]).toEqual([0, 1])
  expect((await house.books(id)).submissions).toEqual(['rejected', 'unknown'])
})

test('started over while they have it: no second one is given, and a person is told', async () => {
  const id = await house.accepted()
  await startOver(id)
  await house.submit()
  house.clock.pass(60 * minute)
  await house.followUp()
  await house.submit()
  expect(await house.books(id)).toMatchObject({ letter: 'paid', submissions: ['accepted'] })
  expect(house.tray(id, 2).created).toBe(0)
  expect(await house.concerns()).toEqual(['printed-after-stop'])
})

test('stopped by somebody while they were looking at it: the word to print is not said', async () => {
  const id = await house.put()
  await house.submit()
  const stop = { letterId: id, step: 'doubt', cause: 'operator', now: house.clock.now() } as const
  await house.db.transaction().execute((tx) => house.room.takeStep(tx, stop))
  await house.pingen.standIn.advance()
  house.clock.pass(minute)
  await house.lookUp()
  expect(house.tray(id)).toEqual({ created: 1, sent: 0 })
  expect(await house.books(id)).toMatchObject({ letter: 'needs-person', submissions: ['rejected'] })
})
