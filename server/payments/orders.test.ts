import type { Failure } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { statementsOf } from '../testing/orders/counted-statements.ts'
import { bookIntent } from './sync.ts'
import { fetchIntent } from './seen-intent.ts'
import { openPayments } from '../testing/test-app.ts'
import { frozenLetters, paidOrder, statesOf } from '../testing/orders/card-orders.ts'

test('several letters are one intent over the sum of their lines; each is paid, and one receipt names them (design/money.md#orders)', async () => {
  const { app, letters } = await paidOrder(3)
  expect(await app.ledger()).toMatchObject({ intents: ['succeeded'], received: 3 * 329 })
  for (const id of letters)
    expect(await app.books(id)).toMatchObject({ letter: 'paid', jobs: ['waiting'], payments: ['paid'] })
  const receipts = await app.db.selectFrom('mail').selectAll().where('kind', '=', 'receipt').execute()
  expect(receipts).toHaveLength(1)
  const { letterId, others, total } = receipts[0]!.data as Record<string, string>
  const named = (JSON.parse(others!) as { letterId: string }[]).map((one) => one.letterId)
  expect([letterId, ...named]).toEqual(letters)
  expect(total).toBe('987')
})

test('asked again, in any order and spelling, or by one letter of it: the same intent (design/sending.md#same-letter-same-intent)', async () => {
  const { app, accountId, letters } = await frozenLetters(3)
  const secret = await app.secret(letters[0]!, accountId, letters)
  const shouted = letters.toReversed().map((id) => id.toUpperCase())
  expect(await app.secret(letters[2]!, accountId, shouted)).toBe(secret)
  const ofOne = await app.askIntent(letters[1]!, accountId)
  expect(ofOne.json()).toEqual({ clientSecret: secret, total: 3 * 329 })
  expect((await app.ledger()).intents).toHaveLength(1)
})

test('the old one was paid a moment ago: that is booked, and nothing is charged again', async () => {
  const { app, accountId, letters } = await frozenLetters(2)
  const [a, b] = letters as [string, string]
  await app.confirm(await app.secret(a, accountId))
  const refused = await app.askIntent(b, accountId, [a, b])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'already-paid'])
  expect(await statesOf(app, letters)).toEqual(['paid', 'frozen'])
  expect(await app.ledger()).toMatchObject({ intents: ['succeeded'], received: 329 })
})

test('twelve letters are booked with as many statements as two', async () => {
  const counts: number[] = []
  for (const size of [2, 12]) {
    const { app, accountId, letters } = await frozenLetters(size)
    const secret = await app.secret(letters[0]!, accountId, letters)
    await app.confirm(secret)
    const [intentId = ''] = secret.split('_secret_')
    const seen = await fetchIntent(app.world, intentId)
    counts.push(await statementsOf(app.db, (db) => bookIntent({ ...app.world, db }, seen)))
    expect(new Set(await statesOf(app, letters))).toEqual(new Set(['paid']))
  }
  expect(counts[1]).toBe(counts[0])
})

test('a list without the letter that is asked for is refused, and nothing is begun', async () => {
  const { app, accountId, letters } = await frozenLetters(3)
  const refused = await app.askIntent(letters[0]!, accountId, letters.slice(1))
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { detail: 'La carta no está entre las que se pagan juntas.', code: 'letter-not-listed' },
  ])
  expect((await app.ledger()).intents).toEqual([])
})

test('refuses another payment while the bank processes the first', async () => {
  const { app, accountId, letters } = await frozenLetters(
    2,
    await openPayments({ settings: { paymentMethods: ['card', 'bizum'] } }),
  )
  const [a, b] = letters as [string, string]
  await app.bizum(await app.secret(a, accountId), '600 00 00 02')
  const refused = await app.askIntent(b, accountId, [a, b])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-in-progress'])
  expect((await app.ledger()).intents).toEqual(['processing'])
})

test.each([
  ['paid', 'already-paid'],
  ['needs-person', 'letter-stopped'],
  ['expired', 'letter-cancelled'],
] as const)(
  'one of them is cancelled, another %s: what is said tells first of money (%s)',
  async (state, code) => {
    for (const turn of [0, 1]) {
      const { app, accountId, letters } = await frozenLetters(2)
      for (const [index, id] of letters.entries())
        await app.db
          .updateTable('letter')
          .set({ state: index === turn ? state : 'cancelled' })
          .where('id', '=', id)
          .execute()
      const { code: said, detail } = (await app.askIntent(letters[0]!, accountId, letters)).json<Failure>()
      expect(said).toBe(code)
      expect(detail).toMatch(/alguna de estas cartas/i)
    }
  },
)

test('one of them is cancelled in the moment in which all are paid: they are said to be paid', async () => {
  const { app, accountId, letters } = await frozenLetters(2)
  const secret = await app.secret(letters[0]!, accountId, letters)
  app.network.meddle = async (_call, go) => {
    app.network.meddle = (_call, go) => go()
    const answer = await go()
    await app.confirm(secret)
    await app.take(letters[0]!, 'cancel')
    return answer
  }
  expect((await app.askIntent(letters[0]!, accountId, letters)).json()).toMatchObject({
    code: 'already-paid',
  })
  expect(await statesOf(app, letters)).toEqual(['cancelled', 'paid'])
})

test('no more than fifty', async () => {
  const { app, accountId } = await frozenLetters(1)
  const many = Array.from({ length: 51 }, () => crypto.randomUUID())
  expect((await app.askIntent(many[0]!, accountId, many)).statusCode).toBe(400)
})

test('an event that is lost, and an answer that never came: reconciling finds the whole order', async () => {
  const { app, accountId, letters } = await frozenLetters(2)
  app.network.meddle = (call, go) =>
    call === 'POST /v1/payment_intents' ? go().then(() => Promise.reject(new TypeError('lost'))) : go()
  expect((await app.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(503)
  app.network.meddle = (_call, go) => go()
  const { body } = await app.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  await app.confirm(String(body['client_secret']))
  app.clock.pass(5 * 60_000)
  await app.reconcile()
  expect(await statesOf(app, letters)).toEqual(['paid', 'paid'])
  expect(await app.reconcile()).toMatchObject({ changed: 0 })
})

test('an order that is not paid counts once among those (design/money.md#unpaid-letters)', async () => {
  const { app, accountId, letters } = await frozenLetters(25)
  expect((await app.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(200)
  const one = await app.letter(accountId)
  expect((await app.askIntent(one, accountId)).statusCode).toBe(200)
})

test('what goes again for the postage alone is not paid once the money of the first is back (design/letter.md#came-back)', async () => {
  const { app, accountId, letters } = await paidOrder(1)
  const [first] = letters as [string]
  const [second, other] = [await app.letter(accountId), await app.letter(accountId)]
  await app.db.updateTable('letter').set({ state: 'returned' }).where('id', '=', first).execute()
  await app.db.updateTable('letter').set({ again_of: first }).where('id', '=', second).execute()
  expect((await app.askIntent(second, accountId)).statusCode).toBe(200)
  await app.db
    .transaction()
    .execute((tx) => app.requestRefund(tx, { letterId: first, reason: 'refunded-by-operator' }))
  const refused = [
    await app.askIntent(second, accountId),
    await app.askIntent(other, accountId, [second, other]),
  ]
  for (const answer of refused)
    expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'given-back'])
  expect((await app.askIntent(other, accountId)).statusCode).toBe(200)
})
