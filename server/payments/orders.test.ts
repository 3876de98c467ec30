import type { Failure } from '@lacre/letter/calls.ts'
import { expect, test } from 'vitest'
import { statementsOf } from '../testing/orders/counted-statements.ts'
import { bookIntent } from './sync.ts'
import { lookAt } from './seen-intent.ts'
import { openPayments } from '../testing/test-app.ts'
import { frozenLetters, paidOrder, statesOf } from '../testing/orders/card-orders.ts'
import { takeStep } from '../letters/steps.ts'

test('several letters are one intent over the sum of their lines; each is paid, and one receipt names them (design/money.md#orders)', async () => {
  const { house, letters } = await paidOrder(3)
  expect(await house.ledger()).toMatchObject({ intents: ['succeeded'], received: 3 * 329 })
  for (const id of letters)
    expect(await house.books(id)).toMatchObject({ letter: 'paid', jobs: ['waiting'], payments: ['paid'] })
  const receipts = await house.db.selectFrom('mail').selectAll().where('kind', '=', 'receipt').execute()
  expect(receipts).toHaveLength(1)
  const { letterId, others, total } = receipts[0]!.data as Record<string, string>
  const named = (JSON.parse(others!) as { letterId: string }[]).map((one) => one.letterId)
  expect([letterId, ...named]).toEqual(letters)
  expect(total).toBe('987')
})

test('asked again, in any order and spelling, or by one letter of it: the same intent (design/sending.md#same-letter-same-intent)', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const secret = await house.secret(letters[0]!, accountId, letters)
  const shouted = letters.toReversed().map((id) => id.toUpperCase())
  expect(await house.secret(letters[2]!, accountId, shouted)).toBe(secret)
  const ofOne = await house.askIntent(letters[1]!, accountId)
  expect(ofOne.json()).toEqual({ clientSecret: secret, total: 3 * 329 })
  expect((await house.ledger()).intents).toHaveLength(1)
})

test('with one left out, or more: another intent, and the old one can no longer be paid', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b] = letters as [string, string]
  const ofTwo = await house.secret(a, accountId, [a, b])
  const ofAll = await house.secret(a, accountId, letters)
  const ofOne = await house.secret(a, accountId, [a])
  expect(new Set([ofTwo, ofAll, ofOne]).size).toBe(3)
  expect((await house.confirm(ofTwo)).statusCode).toBe(400)
  expect((await house.confirm(ofAll)).statusCode).toBe(400)
  expect((await house.confirm(ofOne)).statusCode).toBe(200)
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen', 'frozen'])
  expect(await house.ledger()).toMatchObject({ received: 329 })
  expect(await house.concerns()).toEqual([])
})

test('the old one was paid a moment ago: that is booked, and nothing is charged again', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  const [a, b] = letters as [string, string]
  await house.confirm(await house.secret(a, accountId))
  const refused = await house.askIntent(b, accountId, [a, b])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'already-paid'])
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen'])
  expect(await house.ledger()).toMatchObject({ intents: ['succeeded'], received: 329 })
})

test('twelve letters are booked with as many statements as two', async () => {
  const counts: number[] = []
  for (const size of [2, 12]) {
    const { house, accountId, letters } = await frozenLetters(size)
    const secret = await house.secret(letters[0]!, accountId, letters)
    await house.confirm(secret)
    const [intentId = ''] = secret.split('_secret_')
    const seen = await lookAt(house.world, intentId)
    counts.push(await statementsOf(house.db, (db) => bookIntent({ ...house.world, db }, seen)))
    expect(new Set(await statesOf(house, letters))).toEqual(new Set(['paid']))
  }
  expect(counts[1]).toBe(counts[0])
})

test('a list without the letter that is asked for is refused, and nothing is begun', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const refused = await house.askIntent(letters[0]!, accountId, letters.slice(1))
  expect([refused.statusCode, refused.json()]).toEqual([
    400,
    { detail: 'La carta no está entre las que se pagan juntas.', code: 'letter-not-listed' },
  ])
  expect((await house.ledger()).intents).toEqual([])
})

test('the old one is with its bank: nobody gets another form to pay with', async () => {
  const { house, accountId, letters } = await frozenLetters(
    2,
    await openPayments({ settings: { paymentMethods: ['card', 'bizum'] } }),
  )
  const [a, b] = letters as [string, string]
  await house.bizum(await house.secret(a, accountId), '600 00 00 02')
  const refused = await house.askIntent(b, accountId, [a, b])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-in-progress'])
  expect((await house.ledger()).intents).toEqual(['processing'])
})

test('two lists at once, three times each: one intent can be paid, and a letter is charged once', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  const lists = [
    [a, b],
    [b, c],
  ]
  const asked = await Promise.all(
    Array.from({ length: 6 }, (_, turn) => house.askIntent(b, accountId, lists[turn % 2])),
  )
  const secrets = asked.flatMap((answer) =>
    answer.statusCode === 200 ? [answer.json<{ clientSecret: string }>().clientSecret] : [],
  )
  secrets.push(await house.secret(a, accountId, [a, b]))
  for (const secret of new Set(secrets)) await house.confirm(secret)
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'paid', 'frozen'])
  expect(await house.ledger()).toMatchObject({ received: 2 * 329 })
  expect(await house.concerns()).toEqual([])
})

test('a letter of somebody else among them: 404, and nothing of theirs is touched', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  const theirs = await frozenLetters(2, house)
  const secret = await house.secret(theirs.letters[0]!, theirs.accountId, theirs.letters)
  for (const asked of [[letters[0]!, theirs.letters[0]!], theirs.letters])
    expect((await house.askIntent(asked[0]!, accountId, asked)).statusCode).toBe(404)
  expect((await house.confirm(secret)).statusCode).toBe(200)
})

test.each([['cancelled'], ['expired'], ['needs-person'], ['paid']] as const)(
  'one of them is %s: none is charged',
  async (state) => {
    const { house, accountId, letters } = await frozenLetters(2)
    await house.db.updateTable('letter').set({ state }).where('id', '=', letters[1]!).execute()
    expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(409)
    expect((await house.ledger()).intents).toEqual([])
  },
)

test.each([
  ['paid', 'already-paid'],
  ['needs-person', 'letter-stopped'],
  ['expired', 'letter-cancelled'],
] as const)(
  'one of them is cancelled, another %s: what is said tells first of money (%s)',
  async (state, code) => {
    for (const turn of [0, 1]) {
      const { house, accountId, letters } = await frozenLetters(2)
      for (const [index, id] of letters.entries())
        await house.db
          .updateTable('letter')
          .set({ state: index === turn ? state : 'cancelled' })
          .where('id', '=', id)
          .execute()
      const { code: said, detail } = (await house.askIntent(letters[0]!, accountId, letters)).json<Failure>()
      expect(said).toBe(code)
      expect(detail).toMatch(/alguna de estas cartas/i)
    }
  },
)

test('one of them is cancelled in the moment in which all are paid: they are said to be paid', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  const secret = await house.secret(letters[0]!, accountId, letters)
  house.network.meddle = async (_call, go) => {
    house.network.meddle = (_call, go) => go()
    const answer = await go()
    await house.confirm(secret)
    const cancel = { letterId: letters[0]!, step: 'cancel', cause: 'sender', now: house.clock.now() } as const
    await house.db.transaction().execute((tx) => takeStep(tx, cancel))
    return answer
  }
  expect((await house.askIntent(letters[0]!, accountId, letters)).json()).toMatchObject({
    code: 'already-paid',
  })
  expect(await statesOf(house, letters)).toEqual(['cancelled', 'paid'])
})

test('no more than fifty', async () => {
  const { house, accountId } = await frozenLetters(1)
  const many = Array.from({ length: 51 }, () => crypto.randomUUID())
  expect((await house.askIntent(many[0]!, accountId, many)).statusCode).toBe(400)
})

test('one is cancelled before paying: the order’s intent ends, and the others are paid without it', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  const [a, b, c] = letters as [string, string, string]
  const old = await house.secret(a, accountId, letters)
  expect(await house.cancelIntentOf(b)).toBe('cancelled')
  expect((await house.confirm(old)).statusCode).toBe(400)
  await house.confirm(await house.secret(a, accountId, [a, c]))
  await house.deliver()
  expect(await statesOf(house, letters)).toEqual(['paid', 'frozen', 'paid'])
})

test('an event that is lost, and an answer that never came: reconciling finds the whole order', async () => {
  const { house, accountId, letters } = await frozenLetters(2)
  house.network.meddle = (call, go) =>
    call === 'POST /v1/payment_intents' ? go().then(() => Promise.reject(new TypeError('lost'))) : go()
  expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(503)
  house.network.meddle = (_call, go) => go()
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  await house.confirm(String(body['client_secret']))
  house.clock.pass(5 * 60_000)
  await house.reconcile()
  expect(await statesOf(house, letters)).toEqual(['paid', 'paid'])
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
})

test('an order that is not paid counts once among those (design/money.md#unpaid-letters)', async () => {
  const { house, accountId, letters } = await frozenLetters(25)
  expect((await house.askIntent(letters[0]!, accountId, letters)).statusCode).toBe(200)
  const one = await house.letter(accountId)
  expect((await house.askIntent(one, accountId)).statusCode).toBe(200)
})

test('what goes again for the postage alone is not paid once the money of the first is back (design/letter.md#came-back)', async () => {
  const { house, accountId, letters } = await paidOrder(1)
  const [first] = letters as [string]
  const [second, other] = [await house.letter(accountId), await house.letter(accountId)]
  await house.db.updateTable('letter').set({ state: 'returned' }).where('id', '=', first).execute()
  await house.db.updateTable('letter').set({ again_of: first }).where('id', '=', second).execute()
  expect((await house.askIntent(second, accountId)).statusCode).toBe(200)
  await house.db
    .transaction()
    .execute((tx) => house.requestRefund(tx, { letterId: first, reason: 'refunded-by-operator' }))
  const refused = [
    await house.askIntent(second, accountId),
    await house.askIntent(other, accountId, [second, other]),
  ]
  for (const answer of refused)
    expect([answer.statusCode, answer.json<Failure>().code]).toEqual([409, 'given-back'])
  expect((await house.askIntent(other, accountId)).statusCode).toBe(200)
})
