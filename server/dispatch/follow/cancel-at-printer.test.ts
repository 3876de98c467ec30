import { beforeEach, expect, test } from 'vitest'
import { dispatchHouse, type DispatchHouse } from '../../testing/dispatch-house.ts'
import { cancelAtPrinter } from './cancel-at-printer.ts'

let house: DispatchHouse
beforeEach(async () => {
  house = await dispatchHouse()
})
const recall = (id: string) => cancelAtPrinter(house.room, id)
const stopped = { letter: 'needs-person', jobs: ['void'], submissions: ['cancelled'], mails: [] }

test('called back before the press: it is not printed, and a person decides what becomes of it', async () => {
  const id = await house.accepted()
  expect(await recall(id)).toBe('recalled')
  expect(await house.books(id)).toEqual(stopped)
  expect(house.pingen.count('cancelled')).toBe(1)
  expect(await recall(id)).toBe('not-there')
})

test('a letter not yet given to them is simply kept', async () => {
  house.pingen.standIn.faults.call = () => 'broken'
  const id = await house.put()
  await house.submit()
  expect(await recall(id)).toBe('recalled')
  expect(await house.books(id)).toEqual(stopped)
  house.pingen.standIn.faults.call = () => undefined
  house.clock.pass(24 * 60 * 60 * 1000)
  await house.submit()
  expect(house.pingen.ledger()).toEqual([])
})

test('in the press it is too late, and nothing changes', async () => {
  const id = await house.accepted()
  for (let step = 0; step < 3; step++) await house.pingen.standIn.advance()
  expect(await recall(id)).toBe('too-late')
  expect(await house.books(id)).toMatchObject({ letter: 'batched', submissions: ['accepted'] })
})

test('no answer is no cancelling: the letter stays as it is', async () => {
  const id = await house.accepted()
  house.pingen.once('cancel', 'lost-after')
  expect(await recall(id)).toBe('unknown')
  expect((await house.books(id)).letter).toBe('batched')
  // They had done it: the next look finds out, and a person is told.
  house.clock.pass(60 * 60 * 1000)
  await house.followUp()
  expect(await house.books(id)).toEqual(stopped)
})

test.each(['paid', 'posted'] as const)(
  'a %s letter that was never given to them is not there',
  async (state) => {
    expect(await recall(await house.put({ state }))).toBe('not-there')
  },
)
