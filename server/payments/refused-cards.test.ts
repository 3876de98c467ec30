import { expect, test } from 'vitest'
import { letterToPay, openPayments, type PaymentsApp } from '../testing/test-app.ts'

const declined = '4000 0000 0000 0002'

async function refuse(house: PaymentsApp, secret: string, times: number) {
  for (let i = 0; i < times; i++) {
    expect((await house.confirm(secret, declined)).statusCode).toBe(402)
    expect(await house.deliver()).toBe(1)
  }
}
test('five refused cards within the hour: the same intent still takes a good one', async () => {
  const { house, accountId, letterId, secret } = await letterToPay()
  await refuse(house, secret, 5)
  expect(await house.secret(letterId, accountId)).toBe(secret)
  expect((await house.confirm(secret)).json()).toEqual({ paymentIntent: { status: 'succeeded' } })
})

test('an event that comes ten times, also at once, is one refused card', async () => {
  const { house, secret } = await letterToPay()
  await house.confirm(secret, declined)
  const { body } = await house.db.selectFrom('sandbox_card_event').select('body').executeTakeFirstOrThrow()
  const told = JSON.stringify(body)
  const answers = await Promise.all(Array.from({ length: 10 }, () => house.post(told, house.sign(told))))
  expect(new Set(answers)).toEqual(new Set([200]))
  const counted = house.db.selectFrom('rate_limit').select('points').where('key', 'like', 'paymentFailures:%')
  expect(await counted.execute()).toEqual([{ points: 1 }])
})

test('the sixth closes the intent, which says so, and there is no other for that account: 429 with the time to wait', async () => {
  const { house, accountId, letterId, secret } = await letterToPay()
  await refuse(house, secret, 6)
  expect(await house.books(letterId)).toMatchObject({ letter: 'frozen', payments: ['cancelled'] })
  const confirmed = await house.confirm(secret)
  expect(confirmed.json()).toMatchObject({ error: { payment_intent: { status: 'canceled' } } })

  for (const id of [letterId, await house.letter(accountId)]) {
    const answer = await house.askIntent(id, accountId)
    expect([answer.statusCode, answer.json()]).toEqual([
      429,
      {
        code: 'too-many-refused-payments',
        detail: expect.stringMatching(
          /^Se han rechazado demasiados pagos seguidos\. Por seguridad, espere (59|60) minutos y vuelva a intentarlo; su carta está guardada\.$/,
        ),
      },
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3500)
  }
  expect((await house.ledger()).intents).toEqual(['canceled'])

  const other = await house.account()
  expect((await house.askIntent(await house.letter(other), other)).statusCode).toBe(200)
})

test('after the hour the letter is paid, however often it was asked for meanwhile', async () => {
  const { house, accountId, letterId, secret } = await letterToPay()
  await refuse(house, secret, 6)
  for (let i = 0; i < 20; i++) expect((await house.askIntent(letterId, accountId)).statusCode).toBe(429)
  // The limiter goes by the machine's clock.
  const failures = house.db.updateTable('rate_limit').where('key', 'like', 'paymentFailures:%')
  await failures.set({ expire: '1' }).execute()
  await house.confirm(await house.secret(letterId, accountId))
  await house.deliver()
  expect((await house.books(letterId)).letter).toBe('paid')
})

// design/money.md#unpaid-letters
test('twenty-five letters paid within an hour: no limit for an honest December', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  for (let i = 0; i < 25; i++) {
    await house.confirm(await house.secret(await house.letter(accountId), accountId))
    expect(await house.deliver()).toBe(1)
  }
  expect((await house.ledger()).received).toBe(25 * 329)
})

test('twenty letters that nobody pays within an hour: no payment for another, and the first is still payable', async () => {
  const { house, accountId, letterId, secret } = await letterToPay()
  for (let i = 1; i < 20; i++) {
    const id = await house.letter(accountId)
    expect((await house.askIntent(id, accountId)).statusCode).toBe(200)
    if (i % 2) await house.cancelIntentOf(id)
  }
  const next = await house.letter(accountId)
  const refused = await house.askIntent(next, accountId)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    {
      code: 'too-many-unpaid',
      detail:
        'En la última hora ha dejado muchas cartas sin pagar. Espere un rato y vuelva a intentarlo; su carta está guardada.',
    },
  ])
  expect(await house.secret(letterId, accountId)).toBe(secret)
  const other = await house.account()
  expect((await house.askIntent(await house.letter(other), other)).statusCode).toBe(200)

  await house.confirm(secret)
  await house.deliver()
  expect((await house.askIntent(next, accountId)).statusCode).toBe(200)
})
