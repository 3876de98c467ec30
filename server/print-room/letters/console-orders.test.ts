import { beforeEach, expect, test } from 'vitest'
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { consoleHouse, type ConsoleHouse } from '../../testing/console-house.ts'
import { openDesk, type Desk } from '../../testing/console-desk.ts'
import { unbalancedLetters } from '../../operating/alarms/unbalanced-letters.ts'

let house: ConsoleHouse
let sara: Desk
let letters: string[]
beforeEach(async () => {
  house = await consoleHouse()
  sara = await openDesk(house, 'Sara', true)
  letters = []
  for (let one = 0; one < 3; one++) letters.push(await house.put({ state: 'frozen', job: false }))
  await house.pay(letters[0]!, undefined, house.ana, letters)
  await house.tell()
})

const cardOf = async (id: string) => (await sara.call('GET', `letters/${id}`)).json<LetterCard>()
const theirs = async () => (await house.refunds()).map(({ body }) => body['amount'])

test('a letter of an order says with how many it was paid; the office gives back its own part alone (design.md#orders)', async () => {
  const [first, second, third] = letters as [string, string, string]
  expect((await cardOf(first)).payment).toMatchObject({ state: 'paid', cents: 329, together: 3 })
  await sara.post('batches', {})
  await sara.refund(second)
  await house.settleRefunds()
  await house.tell()
  expect(await theirs()).toEqual([329])
  expect((await cardOf(second)).payment).toMatchObject({ state: 'refunded', refundedCents: 329 })
  for (const id of [first, third])
    expect((await cardOf(id)).payment).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await unbalancedLetters(house.db, house.clock.now())).toEqual([])
})

test('the order’s receipt names each letter: one that a person sends on is not told of again (design.md#orders)', async () => {
  for (const id of letters) {
    await house.doubt(id)
    expect((await sara.resume(id)).statusCode).toBe(200)
  }
  const receipts = house.db.selectFrom('mail').select('kind').where('kind', '=', 'receipt')
  expect(await receipts.execute()).toHaveLength(1)
})
