import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { testDatabase } from '../testing/test-database.ts'

/** Another installation on the same account of the provider, whose events come to both. */
async function beside({ clock, provider }: PaymentsApp) {
  return openPayments({ clock, provider, database: await testDatabase() })
}

test('what another installation was paid on the same account is none of ours: 200, and no person is called', async () => {
  const other = await openPayments()
  const ours = await beside(other)
  const { letterId, intentId } = await letterJustPaid(other)
  await other.cards.refunds.create({ payment_intent: intentId })
  expect(await ours.deliver()).toBe(2)
  await ours.reconcile()
  await ours.reconcileInTurn()
  expect(await ours.concerns()).toEqual([])
  await other.reconcile()
  expect(await other.books(letterId)).toMatchObject({ payments: ['refunded'] })
})

test('what another installation is yet to be paid stays payable', async () => {
  const other = await openPayments()
  const ours = await beside(other)
  const accountId = await other.account()
  const letterId = await other.letter(accountId)
  const secret = await other.secret(letterId, accountId)
  await ours.reconcile()
  expect((await other.confirm(secret)).statusCode).toBe(200)
})

test('an intent from before installations marked theirs is ours', async () => {
  const house = await openPayments()
  const metadata = { app: 'lacre', letter_id: 'x' }
  const made = await house.cards.paymentIntents.create({ amount: 999, currency: 'eur', metadata })
  await house.confirm(made.client_secret!)
  expect(await house.deliver()).toBe(0)
  expect(await house.concerns()).toEqual(['payment-unknown'])
})
