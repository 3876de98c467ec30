import { days, hours, minutes } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})
const reads = () => {
  const asked: string[] = []
  house.pingen.standIn.faults.call = (call) => void (call === 'read' && asked.push(call))
  return asked
}

test('when every event is lost the way still ends: printed, posted, returned (design.md#lost-events-are-found)', async () => {
  house.pingen.standIn.faults.letter = () => 'undeliverable'
  const id = await house.accepted()
  const letters: string[] = []
  for (let step = 0; step < 6; step++) {
    await house.pingen.standIn.advance()
    house.clock.pass(days(1))
    await house.followUp()
    letters.push((await house.books(id)).letter)
  }
  expect(letters).toEqual(['batched', 'batched', 'printed', 'posted', 'returned', 'returned'])
  expect((await house.books(id)).mails).toEqual(['posted', 'returned'])
})

test('they are asked every half hour until it is posted, then daily, and after sixty days no more', async () => {
  await house.accepted()
  const asked = reads()
  house.clock.pass(minutes(29))
  await house.followUp()
  expect(asked.length).toBe(0)
  house.clock.pass(minutes(1))
  await house.followUp()
  await house.followUp()
  expect(asked.length).toBe(1)
  for (let step = 0; step < 4; step++) await house.pingen.standIn.advance()
  house.clock.pass(minutes(30))
  await house.followUp()
  house.clock.pass(hours(23))
  await house.followUp()
  expect(asked.length).toBe(2)
  house.clock.pass(hours(1))
  await house.followUp()
  expect(asked.length).toBe(3)
  house.clock.pass(days(60))
  await house.followUp()
  house.clock.pass(days(60))
  await house.followUp()
  expect(asked.length).toBe(3)
})

test('what came back is asked about no more', async () => {
  house.pingen.standIn.faults.letter = () => 'undeliverable'
  await house.accepted()
  for (let step = 0; step < 6; step++) await house.pingen.standIn.advance()
  house.clock.pass(hours(1))
  await house.followUp()
  const asked = reads()
  house.clock.pass(days(30))
  await house.followUp()
  expect(asked).toEqual([])
})

test('no answer: asked again later, and four days without posting are told to a person (invariant S2)', async () => {
  const id = await house.accepted()
  house.pingen.standIn.faults.call = () => 'lost-before'
  for (let round = 0; round < 5; round++) {
    house.clock.pass(days(1))
    await house.followUp()
  }
  expect((await house.books(id)).letter).toBe('batched')
  expect(await house.concerns()).toEqual(['printer-slow'])
})

test('gone from there before it was printed: a person is told', async () => {
  await house.accepted()
  house.pingen.standIn.letters.splice(0)
  house.clock.pass(hours(1))
  await house.followUp()
  expect(await house.concerns()).toEqual(['printer-lost'])
})

test('the pauses begin anew with each progress: what was hard before slows nothing after', async () => {
  const id = await house.accepted()
  const { faults } = house.pingen.standIn
  const waits = (turns: number) => house.waits(id, turns, house.followUp)
  faults.call = () => 'lost-before'
  expect(await waits(3)).toEqual([1, 2, 4])
  faults.call = () => undefined
  expect(await waits(1)).toEqual([30])
  faults.call = () => 'lost-before'
  expect(await waits(2)).toEqual([1, 2])
})
