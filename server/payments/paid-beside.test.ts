import { days } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openLetter, openPayments } from '../testing/test-app.ts'

const fails = '4000 0000 0000 5126'
const disputed = '4000 0000 0000 0259'

test('what was taken beside a letter’s payment is given back at the provider: the letter goes its way', async () => {
  const { house, accountId, letterId } = await openLetter()
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId))
  await house.deliver()
  await house.confirm(closed)
  await house.deliver()
  const paid = { letter: 'paid', jobs: ['waiting'], mails: ['receipt'] }
  expect(await house.books(letterId)).toMatchObject(paid)
  expect(await house.openConcerns()).toEqual(['payment-mismatch'])

  await house.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await house.deliver()
  expect(await house.books(letterId)).toMatchObject(paid)
  expect((await house.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await house.openConcerns()).toEqual(['refunded-outside'])
})

test('a refund that failed calls a person until it is back, whatever else of the letter is', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId), fails)
  await house.deliver()
  await house.db
    .transaction()
    .execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))
  await house.settleRefunds()
  house.clock.pass(days(2))
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['refund-failed'])

  await house.confirm(closed)
  await house.deliver()
  await house.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await house.deliver()
  expect((await house.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await house.openConcerns()).toEqual(['refund-failed', 'refunded-outside'])
})

test('a dispute that was won calls a person whatever becomes of the letter’s other payment', async () => {
  const house = await cardHouse()
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId), disputed)
  await house.deliver()
  const [dispute] = (await house.cards.disputes.list()).data
  house.clock.pass(days(60))
  await house.cards.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute-won'])

  await house.confirm(closed, disputed)
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute', 'dispute-won', 'payment-mismatch'])
})
