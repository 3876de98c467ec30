import { expect, test } from 'vitest'
import { letterToPay, openPayments } from '../testing/test-app.ts'

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
