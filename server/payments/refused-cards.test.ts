import { expect, test } from 'vitest'
import { letterToPay, openPayments, type PaymentsApp } from '../testing/test-app.ts'

const declined = '4000 0000 0000 0002'

async function refuse(app: PaymentsApp, secret: string, times: number) {
  for (let i = 0; i < times; i++) {
    expect((await app.confirm(secret, declined)).statusCode).toBe(402)
    expect(await app.deliver()).toBe(1)
  }
}
test('five refused cards within the hour: the same intent still takes a good one', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await refuse(app, secret, 5)
  expect(await app.secret(letterId, accountId)).toBe(secret)
  expect((await app.confirm(secret)).json()).toEqual({ paymentIntent: { status: 'succeeded' } })
})

test('an event that comes ten times, also at once, is one refused card', async () => {
  const { app, secret } = await letterToPay()
  await app.confirm(secret, declined)
  const { body } = await app.db.selectFrom('sandbox_card_event').select('body').executeTakeFirstOrThrow()
  const told = JSON.stringify(body)
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.post(told, app.sign(told))))
  expect(new Set(answers)).toEqual(new Set([200]))
  const counted = app.db.selectFrom('rate_limit').select('points').where('key', 'like', 'paymentFailures:%')
  expect(await counted.execute()).toEqual([{ points: 1 }])
})

test('the sixth closes the intent, which says so, and there is no other for that account: 429 with the time to wait', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await refuse(app, secret, 6)
  expect(await app.books(letterId)).toMatchObject({ letter: 'frozen', payments: ['cancelled'] })
  const confirmed = await app.confirm(secret)
  expect(confirmed.json()).toMatchObject({ error: { payment_intent: { status: 'canceled' } } })

  for (const id of [letterId, await app.letter(accountId)]) {
    const answer = await app.askIntent(id, accountId)
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
  expect((await app.ledger()).intents).toEqual(['canceled'])

  const other = await app.account()
  expect((await app.askIntent(await app.letter(other), other)).statusCode).toBe(200)
})

test('after the hour the letter is paid, however often it was asked for meanwhile', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await refuse(app, secret, 6)
  for (let i = 0; i < 20; i++) expect((await app.askIntent(letterId, accountId)).statusCode).toBe(429)
  // The limiter goes by the machine's clock.
  const failures = app.db.updateTable('rate_limit').where('key', 'like', 'paymentFailures:%')
  await failures.set({ expire: '1' }).execute()
  await app.confirm(await app.secret(letterId, accountId))
  await app.deliver()
  expect((await app.books(letterId)).letter).toBe('paid')
})

// design/money.md#unpaid-letters
test('twenty-five letters paid within an hour: no limit for an honest December', async () => {
  const app = await openPayments()
  const accountId = await app.account()
  for (let i = 0; i < 25; i++) {
    await app.confirm(await app.secret(await app.letter(accountId), accountId))
    expect(await app.deliver()).toBe(1)
  }
  expect((await app.ledger()).received).toBe(25 * 329)
})

test('twenty unpaid letters within an hour: no payment for another, and the first is still payable', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  for (let i = 1; i < 20; i++) {
    const id = await app.letter(accountId)
    expect((await app.askIntent(id, accountId)).statusCode).toBe(200)
    if (i % 2) await app.cancelLetterIntent(id)
  }
  const next = await app.letter(accountId)
  const refused = await app.askIntent(next, accountId)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    {
      code: 'too-many-unpaid',
      detail:
        'En la última hora ha dejado muchas cartas sin pagar. Espere un rato y vuelva a intentarlo; su carta está guardada.',
    },
  ])
  expect(await app.secret(letterId, accountId)).toBe(secret)
  const other = await app.account()
  expect((await app.askIntent(await app.letter(other), other)).statusCode).toBe(200)

  await app.confirm(secret)
  await app.deliver()
  expect((await app.askIntent(next, accountId)).statusCode).toBe(200)
})
