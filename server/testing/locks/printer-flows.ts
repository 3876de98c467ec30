import { days } from '@lacre/letter/duration.ts'
import { expect } from 'vitest'
import { cancelAtPrinter } from '../../dispatch/follow/cancel-at-printer.ts'
import { keepHere } from '../../dispatch/submissions/keep-here.ts'
import { dispatchHouse } from '../dispatch-house.ts'

/** Another printer prints a letter and posts it. */
export async function elsewhere() {
  const room = await dispatchHouse()
  const id = await room.accepted()
  for (let day = 0; day < 12 && (await room.books(id)).letter !== 'posted'; day++) {
    await room.pingen.standIn.advance()
    room.clock.pass(days(1))
    await room.followUp()
  }
  expect((await room.books(id)).letter).toBe('posted')
}

/** Another printer is asked not to print a letter, which is printed here. */
export async function recalled() {
  const room = await dispatchHouse()
  const id = await room.accepted()
  expect(await cancelAtPrinter(room.room, id)).toBe('recalled')
  await keepHere(room.room)
}
