import { days, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { letterJustPaid, openLetter, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { frozenLetters } from '../testing/orders/card-orders.ts'

const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }

const refusal = (status: number) =>
  Promise.resolve(Response.json({ error: { type: 'invalid_request_error', code: 'no_way' } }, { status }))

/** The provider answers whatever is asked under such a path with this. */
function refuse({ network }: PaymentsApp, part: string, status: number) {
  network.meddle = (call, go) => (call.includes(part) ? refusal(status) : go())
}

/** Two payments, of which nobody was told; the provider refuses to show the first. */
async function poisonedHouse(status: number) {
  const house = await openPayments()
  const poisoned = await letterJustPaid(house)
  house.clock.pass(minutes(1))
  const other = await letterJustPaid(house)
  refuse(house, poisoned.intentId, status)
  return { house, poisoned, other }
}

const called = ({ db }: PaymentsApp) =>
  db.selectFrom('concern').select(['kind', 'letter_id', 'note']).execute()

test.each([400, 401, 402, 403, 404])(
  'a lasting %i for one payment is a matter for a person, once, and keeps no other',
  async (status) => {
    const { house, poisoned, other } = await poisonedHouse(status)
    house.clock.pass(days(5))
    for (const changed of [1, 0]) expect(await house.reconcile()).toMatchObject({ unreachable: 0, changed })
    expect(await house.books(other.letterId)).toEqual(paidOnce)
    expect(await called(house)).toEqual([
      {
        kind: 'payment-unreadable',
        letter_id: poisoned.letterId,
        note: expect.stringContaining(poisoned.intentId),
      },
    ])
  },
)

test.each([400, 401, 403])('of a payment whose events are read, too: %i', async (status) => {
  const house = await openPayments()
  await house.reconcileInTurn()
  const { intentId } = await letterJustPaid(house)
  const other = await letterJustPaid(house)
  refuse(house, intentId, status)
  expect(await house.reconcileInTurn()).toMatchObject({ looked: 1, changed: 1, unreachable: 0 })
  expect((await house.books(other.letterId)).letter).toBe('paid')
  expect(await house.concerns()).toEqual(['payment-unreadable'])
})

test.each([408, 409, 429, 500])('%i is no refusal: asked again, and nobody is called', async (status) => {
  const { house } = await poisonedHouse(status)
  house.clock.pass(days(5))
  expect(await house.reconcile()).toMatchObject({ unreachable: 1, changed: 1 })
  expect(await house.concerns()).toEqual([])
})

test.each([401, 403])(
  'a key that is refused every payment (%i) calls nobody to any of them',
  async (status) => {
    const { house } = await poisonedHouse(status)
    refuse(house, '/v1/payment_intents', status)
    await expect(house.reconcile()).rejects.toThrow()
    house.network.meddle = (_call, go) => go()
    await house.reconcileInTurn()
    await letterJustPaid(house)
    refuse(house, '/v1/payment_intents', status)
    expect(await house.reconcileInTurn()).toMatchObject({ unreachable: 1, changed: 0 })
    expect(await house.concerns()).toEqual([])
  },
)

test('of one charge the disputes are not shown: the others on the list are looked at', async () => {
  const house = await openPayments()
  const other = await letterJustPaid(house)
  house.clock.pass(minutes(1))
  const disputed = await letterJustPaid(house, '4000 0000 0000 0259')
  refuse(house, '/v1/disputes', 403)
  expect(await house.reconcile()).toMatchObject({ looked: 2, changed: 1 })
  expect((await house.books(other.letterId)).letter).toBe('paid')
  expect((await called(house)).map(({ letter_id }) => letter_id)).toEqual([disputed.letterId])
})

test('what is refused before there is a payment calls nobody: its row is closed, and the letter can be paid', async () => {
  const { house, accountId, letterId } = await openLetter()
  house.network.meddle = () => Promise.reject(new Error('no answer'))
  await house.askIntent(letterId, accountId)
  house.network.meddle = (call, go) => (call === 'POST /v1/payment_intents' ? refusal(400) : go())
  house.clock.pass(minutes(3))
  expect(await house.reconcile()).toMatchObject({ unreachable: 0 })
  expect(await house.concerns()).toEqual([])
  house.network.meddle = (_call, go) => go()
  expect((await house.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await house.books(letterId)).payments.toSorted()).toEqual(['cancelled', 'open'])
})

const unreadable = 'payment-unreadable'

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
  expect(await house.openConcerns()).toEqual([unreadable])
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
    expect(await house.openConcerns()).toEqual(letters.map(() => unreadable))
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
  expect(await house.openConcerns()).toEqual([unreadable])
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
    expect([await house.openConcerns(), await house.concerns()]).toEqual([[unreadable], [unreadable]])
  }
  remember(house)
  await house.reconcileInTurn()
  expect([await house.openConcerns(), (await house.ledger()).intents]).toEqual([[], ['canceled']])
})
