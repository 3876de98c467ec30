import { minutes } from '@lacre/letter/duration.ts'
import { expect, test } from 'vitest'
import { Failure } from '../../http/failure.ts'
import { dispatchHouse } from '../../testing/dispatch-house.ts'

test('pages that cannot be had for thirty hours stop no letter: it waits untouched and leaves afterwards, once', async () => {
  const house = await dispatchHouse()
  const id = await house.put()
  const { openPaidLetter } = house.room
  house.room.openPaidLetter = () => Promise.reject(new Failure(503, 'El almacén no responde.'))
  for (let round = 0; round < 40; round++) {
    await house.submit()
    await house.lookUp()
    house.clock.pass(minutes(60))
  }
  expect(await house.books(id)).toMatchObject({ letter: 'batched', submissions: ['ready'] })
  house.room.openPaidLetter = openPaidLetter
  await house.submit()
  expect(house.tray(id).created).toBe(1)
})
