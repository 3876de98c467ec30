// @module-tag long
import type { LetterPage, Order } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { statementsOf } from '../testing/orders/counted-statements.ts'
import { ana, aPayment, luis, written } from '../testing/factories.ts'
import { type LettersApp, openOwnLetters } from '../testing/test-app.ts'
import { readOrder } from './my-letters.ts'
import { ownTypesetter } from '../typesetting/testing/own-typesetter.ts'

const typesetter = ownTypesetter()

const names = ['Carla', 'Bruno', 'Ana']

/** Three letters, the newest first, as the payments of an order have left them. */
async function threeLetters(state: 'open' | 'cancelled' | 'paid' = 'cancelled') {
  const { house, me } = await openOwnLetters(typesetter)
  const ids: string[] = []
  for (const name of names.toReversed()) {
    ids.unshift((await house.freeze(me, written('<p>Hola</p>', ana, { ...luis, name }))).id)
    house.clock.pass(1000)
  }
  const first = await begin(house, ids, state)
  return { house, me, ids: ids as [string, string, string], first }
}

/** What is written when letters are to be paid together. */
async function begin(house: LettersApp, ids: string[], state: 'open' | 'cancelled' | 'paid') {
  house.clock.pass(1000)
  const order_id = crypto.randomUUID()
  const received_cents = state === 'paid' ? 329 : 0
  const order = { order_id, name: order_id, state, received_cents, created_at: house.clock.now() }
  for (const id of ids) await aPayment(house.db, id, order)
  return order_id
}
const cancel = (house: LettersApp, id: string) =>
  house.db.updateTable('letter').set({ state: 'cancelled' }).where('id', '=', id).execute()

const ordersIn = async (house: LettersApp, me: string) =>
  (await house.get(me, '/letters/')).json<LetterPage>().letters.map(({ order }) => order)

test.each(['open', 'paid', 'cancelled'] as const)(
  'letters that were begun together stand together, their payment %s (design/money.md#orders)',
  async (state) => {
    const { house, me, first } = await threeLetters(state)
    expect(await ordersIn(house, me)).toEqual(names.map(() => ({ id: first, letters: 3, total: 987 })))
  },
)

test('given up, those that can still be paid stand together; one alone is no order', async () => {
  const { house, me, ids, first } = await threeLetters()
  await cancel(house, ids[0])
  const both = { id: first, letters: 2, total: 658 }
  expect(await ordersIn(house, me)).toEqual([null, both, both])
  await cancel(house, ids[1])
  expect(await ordersIn(house, me)).toEqual([null, null, null])
})

test('a letter is of the order it was begun in last', async () => {
  const { house, me, ids, first } = await threeLetters()
  const second = await begin(house, [ids[0], ids[1]], 'open')
  const both = { id: second, letters: 2, total: 658 }
  expect(await ordersIn(house, me)).toEqual([both, both, null])
  const { letters } = (await house.get(me, `/orders/${first}`)).json<Order>()
  expect(letters.map(({ recipient, order }) => [recipient, order])).toEqual([
    ['Ana', null],
    ['Bruno', both],
    ['Carla', both],
  ])
})

test('an order tells each of its letters, and what became of one that ended', async () => {
  const { house, me, ids, first } = await threeLetters()
  await cancel(house, ids[1])
  await house.db.deleteFrom('letter_secret').where('letter_id', '=', ids[2]).execute()
  const { letters } = (await house.get(me, `/orders/${first.toUpperCase()}`)).json<Order>()
  expect(letters.map(({ recipient, state }) => [recipient, state])).toEqual([
    ['', 'frozen'],
    ['Bruno', 'cancelled'],
    ['Carla', 'frozen'],
  ])
  expect(letters[2]).toMatchObject({
    id: ids[0],
    origin: ana,
    destination: { ...luis, name: 'Carla' },
    total: letters[2]!.lines.reduce((sum, { cents }) => sum + cents, 0),
    order: { id: first, letters: 2, total: 658 },
    paidBefore: null,
  })
})

test('an order is read with as many statements as a letter of it', async () => {
  const { house, me, first } = await threeLetters()
  const alone = await begin(house, [(await house.freeze(me)).id], 'open')
  const read = (id: string) => statementsOf(house.db, (db) => readOrder({ ...house.world, db }, me, id))
  expect(await read(first)).toBe(await read(alone))
})

test('somebody else’s order, and one there is not, are both not found', async () => {
  const { house, first } = await threeLetters('open')
  const other = await house.account()
  for (const id of [first, crypto.randomUUID()])
    expect((await house.get(other, `/orders/${id}`)).statusCode).toBe(404)
})
