import { minutes } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { takeSteps } from '../../letters/steps/take-step.ts'
import { closeBatch } from '../../print-room/batches/close-batch.ts'
import { stagePrintJob } from '../../print-room/jobs/stage-print-job.ts'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'
import { keepHere } from '../submissions/keep-here.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})

const paperOf = async (id: string) =>
  (await house.db.selectFrom('letter').select('paper').where('id', '=', id).executeTakeFirst())?.paper

test('what they refused and a person resumes is printed here: they never get it twice (design.md#unknown-is-a-state)', async () => {
  house.pingen.standIn.faults.letter = () => 'wrong-pages'
  const id = await house.put()
  await house.submit()
  await house.pingen.standIn.advance()
  house.clock.pass(minutes(1))
  await house.lookUp()
  house.pingen.standIn.faults.letter = () => undefined
  const { takeStep } = house.room
  await house.db.transaction().execute(async (tx) => {
    const now = new Date('2026-11-23T16:00:00Z')
    await takeStep(tx, { letterId: id, step: 'resume', cause: 'operator', now })
    await stagePrintJob(tx, id, now)
  })
  await house.submit()
  expect(await house.books(id)).toMatchObject({
    letter: 'paid',
    jobs: ['void', 'waiting'],
    submissions: ['rejected'],
  })
  expect(house.pingen.count('created')).toBe(1)
  const batch = await closeBatch(
    { ...house.room, takeSteps, recordAuditEntry: () => Promise.resolve() },
    { by: 'test' },
  )
  expect(batch).toMatchObject({ letters: 1 })
})

test('when the print room prints again, what waits is its own, but for what they have', async () => {
  const [waits, theirs] = [await house.put({ paidAt: '2026-11-23T18:00:00Z' }), await house.put()]
  await house.submit()
  expect(await keepHere(house.room)).toBe(1)
  expect([await paperOf(waits), await paperOf(theirs)]).toEqual(['ES-IZQ-1', 'PINGEN-1'])
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

test('started over while the first order was not out yet: the first is never given, the second is printed here', async () => {
  house.pingen.once('file-upload', 'broken')
  const id = await house.put()
  await house.submit()
  await startOver(id)
  const another = await house.put()
  await house.submit()
  expect(house.tray(another).created).toBe(1)
  house.clock.pass(minutes(1))
  await house.submit()
  await house.submit()
  expect([house.tray(id).created, house.tray(id, 2).created]).toEqual([0, 0])
  expect(await house.books(id)).toMatchObject({ letter: 'paid', submissions: ['rejected'] })
  expect(await paperOf(id)).toBe('ES-IZQ-1')
})

test('started over while they have it: no second one is given, and a person is told', async () => {
  const id = await house.accepted()
  await startOver(id)
  await house.submit()
  house.clock.pass(minutes(60))
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
  house.clock.pass(minutes(1))
  await house.lookUp()
  expect(house.tray(id)).toEqual({ created: 1, sent: 0 })
  expect(await house.books(id)).toMatchObject({ letter: 'needs-person', submissions: ['rejected'] })
})
