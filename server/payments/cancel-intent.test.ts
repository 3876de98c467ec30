import { expect, test } from 'vitest'
import { letterJustPaid, openPayments } from '../testing/test-app.ts'

async function openLetter() {
  const house = await openPayments()
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  return { house, accountId, letterId }
}

test('a letter never asked to be paid has nothing to cancel', async () => {
  const { house, letterId } = await openLetter()
  expect(await house.cancelIntentOf(letterId)).toBe('cancelled')
})

test('an open intent is cancelled at the provider: its secret pays nothing any more', async () => {
  const { house, accountId, letterId } = await openLetter()
  const secret = await house.secret(letterId, accountId)
  expect(await house.cancelIntentOf(letterId)).toBe('cancelled')
  expect(await house.cancelIntentOf(letterId)).toBe('cancelled')
  expect((await house.confirm(secret)).json()).toMatchObject({
    error: { message: 'Este pago se ha cancelado.' },
  })
  expect((await house.books(letterId)).payments).toEqual(['cancelled'])
})

test('the money was faster: the letter is paid here and now', async () => {
  const { house, letterId } = await letterJustPaid()
  expect(await house.cancelIntentOf(letterId)).toBe('paid')
  const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.cancelIntentOf(letterId)).toBe('paid')
})

test('paying races cancelling, twenty times: never both, never neither (trust, M8)', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  for (let round = 0; round < 20; round++) {
    const letterId = await house.letter(accountId)
    const secret = await house.secret(letterId, accountId)
    const [outcome, paid] = await Promise.all([house.cancelIntentOf(letterId), house.confirm(secret)])
    await house.deliver()
    const isPaid = paid.statusCode === 200
    expect(outcome).toBe(isPaid ? 'paid' : 'cancelled')
    expect((await house.books(letterId)).letter).toBe(isPaid ? 'paid' : 'frozen')
  }
})

test('no answer from the provider: unknown, and nothing is decided (design/trust.md#unknown-is-a-state)', async () => {
  const { house, accountId, letterId } = await openLetter()
  await house.secret(letterId, accountId)
  house.network.meddle = () => Promise.reject(new Error('no answer'))
  expect(await house.cancelIntentOf(letterId)).toBe('unknown')
  expect((await house.books(letterId)).payments).toEqual(['open'])
})

test('an intent whose answer was never heard is looked up by its key, then cancelled', async () => {
  const { house, accountId, letterId } = await openLetter()
  house.network.meddle = async (_call, go) => {
    await go()
    throw new Error('no answer')
  }
  await house.askIntent(letterId, accountId)
  house.network.meddle = (_call, go) => go()
  expect(await house.cancelIntentOf(letterId)).toBe('cancelled')
  expect((await house.ledger()).intents).toEqual(['canceled'])
})
