import { days, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { frozenLetters } from '../testing/orders/card-orders.ts'
import { letterJustPaid, openLetter, openPayments, type PaymentsApp } from '../testing/test-app.ts'

const called = 'payment-unreadable'

const answer = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }))
const unknown = () => answer({ error: { code: 'resource_missing' } }, 404)

/** The provider lists no intent and knows none, until it does again. */
function forget({ network }: PaymentsApp) {
  network.meddle = (call, go) => {
    if (call === 'GET /v1/payment_intents') return answer({ object: 'list', data: [], has_more: false })
    return call.includes('/pi_') ? unknown() : go()
  }
}
function remember({ network }: PaymentsApp) {
  network.meddle = (_call, go) => go()
}

test('a payment that could not be read is no matter for a person any more when it can be', async () => {
  const { house, letterId } = await letterJustPaid()
  house.clock.pass(minutes(3))
  forget(house)
  for (const _ of ['once', 'again']) await house.reconcile()
  expect(await house.openConcerns()).toEqual([called])
  remember(house)
  await house.reconcile()
  expect([await house.openConcerns(), (await house.books(letterId)).letter]).toEqual([[], 'paid'])
})

test('read by its webhook, or by who asks for its letter’s payment, too', async () => {
  for (const read of ['webhook', 'payer'] as const) {
    const { house, letterId, accountId } = await letterJustPaid()
    house.clock.pass(minutes(3))
    forget(house)
    await house.reconcile()
    remember(house)
    await (read === 'webhook' ? house.deliver() : house.askIntent(letterId, accountId))
    expect(await house.openConcerns()).toEqual([])
  }
})

test('of an order, of each of its letters, though nothing has changed since; and once more when it comes again', async () => {
  const { house, accountId, letters } = await frozenLetters(3)
  await house.secret(letters[0]!, accountId, letters)
  house.clock.pass(minutes(3))
  for (const time of [1, 2]) {
    forget(house)
    for (const _ of ['once', 'again']) await house.reconcile()
    expect(await house.openConcerns()).toEqual(letters.map(() => called))
    expect(await house.concerns()).toHaveLength(3 * time)
    remember(house)
    await house.reconcile()
    expect(await house.openConcerns()).toEqual([])
    house.clock.pass(minutes(5))
  }
})

test('what somebody has seen to calls nobody again', async () => {
  const { house } = await letterJustPaid()
  house.clock.pass(days(5))
  forget(house)
  await house.reconcile()
  await house.db.updateTable('concern').set({ settled_at: house.clock.now() }).execute()
  await house.reconcile()
  expect(await house.openConcerns()).toEqual([])
})

test('an answer that never came, and was then refused: settled when it has come', async () => {
  const { house, accountId, letterId } = await openLetter()
  house.network.meddle = () => Promise.reject(new Error('no answer'))
  await house.askIntent(letterId, accountId)
  house.clock.pass(minutes(3))
  house.network.meddle = (call, go) =>
    call === 'POST /v1/payment_intents' ? answer({ error: {} }, 403) : go()
  await house.reconcile()
  expect(await house.openConcerns()).toEqual([called])
  remember(house)
  await house.secret(letterId, accountId)
  await house.reconcile()
  expect(await house.openConcerns()).toEqual([])
})

test('it can be read, and not cancelled: one matter, however often that is tried', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  await house.secret(await house.letter(accountId), accountId)
  await house.db.updateTable('letter').set({ state: 'expired' }).execute()
  house.clock.pass(minutes(3))
  house.network.meddle = (call, go) => (call.endsWith('/cancel') ? answer({ error: {} }, 403) : go())
  for (const _ of ['once', 'again', 'and again']) {
    await house.reconcileInTurn()
    expect([await house.openConcerns(), await house.concerns()]).toEqual([[called], [called]])
  }
  remember(house)
  await house.reconcileInTurn()
  expect([await house.openConcerns(), (await house.ledger()).intents]).toEqual([[], ['canceled']])
})
