import { sampleRecipient, sampleSender } from '@lacre/letter/address/address.ts'
import { addDays, madridDay, hours, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { ana, luis, written } from '../testing/factories.ts'
import { openLetters } from '../testing/test-app.ts'
import { quickTypesetter } from '../typesetting/testing/quick-typesetter.ts'

/** `read`: how many bodies reached a child. */
async function openHouse() {
  const quick = quickTypesetter(Buffer.from('pdf'))
  let read = 0
  const house = await openLetters({
    ...quick,
    prepare(task, turn) {
      read++
      return quick.prepare(task, turn)
    },
  })
  return { ...house, read: () => read }
}

// design/sending.md#same-letter-same-intent
test('the same body again is the same letter, and no child reads it', async () => {
  const house = await openHouse()
  const me = await house.account()
  const first = await house.freeze(me)
  expect(await house.freeze(me)).toEqual(first)
  expect(house.read()).toBe(1)
  const { id } = await house.freeze(await house.account())
  expect([id === first.id, house.read()]).toEqual([false, 2])
})

test('between the samples it says so again', async () => {
  const house = await openHouse()
  const me = await house.account()
  const body = written('<p>Hola.</p>', sampleSender, sampleRecipient)
  const first = await house.freeze(me, body)
  expect(first).toMatchObject({ sampleRecipient: true, sampleSender: true })
  expect(await house.freeze(me, body)).toEqual(first)
  expect(house.read()).toBe(1)
})

test('another posting day is written to the same letter, and the first one back again', async () => {
  const house = await openHouse()
  const me = await house.account()
  const later = addDays(madridDay(house.clock.now()), 20)
  const soon = await house.freeze(me)
  const days = []
  for (const postOn of [later, null, later]) {
    const { id, postOn: said } = await house.freeze(me, { ...written(), ...(postOn && { postOn }) })
    days.push([id === soon.id, said])
  }
  expect(days).toEqual([later, null, later].map((day) => [true, day]))
})

test('a letter that was cancelled does not come back from memory', async () => {
  const house = await openHouse()
  const me = await house.account()
  const first = await house.freeze(me)
  await house.post(me, `/letters/${first.id}/cancel`)
  const second = await house.freeze(me)
  expect([second.id === first.id, house.read()]).toEqual([false, 2])
})

test('on the next day it is another letter, which bears that day', async () => {
  const house = await openHouse()
  const me = await house.account()
  const first = await house.freeze(me)
  house.clock.pass(hours(24))
  expect((await house.freeze(me)).id).not.toBe(first.id)
})

test('a letter sent again takes the place of an older one to the same recipient, also where it is known', async () => {
  const house = await openHouse()
  const me = await house.account()
  const older = await house.freeze(me, written('<p>Una.</p>'))
  house.clock.pass(minutes(1))
  await house.db.updateTable('letter').set({ state: 'paid' }).execute() // so that nothing takes its place yet
  const newer = await house.freeze(me, written('<p>Otra.</p>', ana, luis))
  await house.db.updateTable('letter').set({ state: 'frozen' }).where('id', '=', older.id).execute()
  await house.freeze(me, written('<p>Otra.</p>', ana, luis))
  const waiting = await house.db.selectFrom('letter').select('id').where('state', '=', 'frozen').execute()
  expect(waiting.map(({ id }) => id)).toEqual([newer.id])
})
