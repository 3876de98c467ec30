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
  const { app, me } = await openOwnLetters(typesetter)
  const ids: string[] = []
  for (const name of names.toReversed()) {
    ids.unshift((await app.freeze(me, written('<p>Hola</p>', ana, { ...luis, name }))).id)
    app.clock.pass(1000)
  }
  const first = await begin(app, ids, state)
  return { app, me, ids: ids as [string, string, string], first }
}

/** What is written when letters are to be paid together. */
async function begin(app: LettersApp, ids: string[], state: 'open' | 'cancelled' | 'paid') {
  app.clock.pass(1000)
  const order_id = crypto.randomUUID()
  const received_cents = state === 'paid' ? 329 : 0
  const order = { order_id, name: order_id, state, received_cents, created_at: app.clock.now() }
  for (const id of ids) await aPayment(app.db, id, order)
  return order_id
}
const cancel = (app: LettersApp, id: string) =>
  app.db.updateTable('letter').set({ state: 'cancelled' }).where('id', '=', id).execute()

const ordersIn = async (app: LettersApp, me: string) =>
  (await app.get(me, '/letters/')).json<LetterPage>().letters.map(({ order }) => order)

test.each(['open', 'paid', 'cancelled'] as const)(
  'letters that were begun together stand together, their payment %s (design/money.md#orders)',
  async (state) => {
    const { app, me, first } = await threeLetters(state)
    expect(await ordersIn(app, me)).toEqual(names.map(() => ({ id: first, letters: 3, total: 987 })))
  },
)

test('given up, those that can still be paid stand together; one alone is no order', async () => {
  const { app, me, ids, first } = await threeLetters()
  await cancel(app, ids[0])
  const both = { id: first, letters: 2, total: 658 }
  expect(await ordersIn(app, me)).toEqual([null, both, both])
  await cancel(app, ids[1])
  expect(await ordersIn(app, me)).toEqual([null, null, null])
})

test('a letter is of the order it was begun in last', async () => {
  const { app, me, ids, first } = await threeLetters()
  const second = await begin(app, [ids[0], ids[1]], 'open')
  const both = { id: second, letters: 2, total: 658 }
  expect(await ordersIn(app, me)).toEqual([both, both, null])
  const { letters } = (await app.get(me, `/orders/${first}`)).json<Order>()
  expect(letters.map(({ recipient, order }) => [recipient, order])).toEqual([
    ['Ana', null],
    ['Bruno', both],
    ['Carla', both],
  ])
})

test('an order tells each of its letters, and what became of one that ended', async () => {
  const { app, me, ids, first } = await threeLetters()
  await cancel(app, ids[1])
  await app.db.deleteFrom('letter_secret').where('letter_id', '=', ids[2]).execute()
  const { letters } = (await app.get(me, `/orders/${first.toUpperCase()}`)).json<Order>()
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
  const { app, me, first } = await threeLetters()
  const alone = await begin(app, [(await app.freeze(me)).id], 'open')
  const read = (id: string) => statementsOf(app.db, (db) => readOrder({ ...app.world, db }, me, id))
  expect(await read(first)).toBe(await read(alone))
})

test('another account’s order and an unknown one are both not found', async () => {
  const { app, first } = await threeLetters('open')
  const other = await app.account()
  for (const id of [first, crypto.randomUUID()])
    expect((await app.get(other, `/orders/${id}`)).statusCode).toBe(404)
})
