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

/** Two payments without an event; the provider refuses to show the first. */
async function poisonedApp(status: number) {
  const app = await openPayments()
  const poisoned = await letterJustPaid(app)
  app.clock.pass(minutes(1))
  const other = await letterJustPaid(app)
  refuse(app, poisoned.intentId, status)
  return { app, poisoned, other }
}

const called = ({ db }: PaymentsApp) => db.selectFrom('issue').select(['kind', 'letter_id', 'note']).execute()

test.each([400, 401, 402, 403, 404])(
  'a lasting %i for one payment is a matter for a person, once, and keeps no other',
  async (status) => {
    const { app, poisoned, other } = await poisonedApp(status)
    app.clock.pass(days(5))
    for (const changed of [1, 0]) expect(await app.reconcile()).toMatchObject({ unreachable: 0, changed })
    expect(await app.books(other.letterId)).toEqual(paidOnce)
    expect(await called(app)).toEqual([
      {
        kind: 'payment-unreadable',
        letter_id: poisoned.letterId,
        note: expect.stringContaining(poisoned.intentId),
      },
    ])
  },
)

test.each([408, 409, 429, 500])('%i is no refusal: asked again, without an issue', async (status) => {
  const { app } = await poisonedApp(status)
  app.clock.pass(days(5))
  expect(await app.reconcile()).toMatchObject({ unreachable: 1, changed: 1 })
  expect(await app.issues()).toEqual([])
})

test.each([401, 403])(
  'a key that is refused every payment (%i) raises no issue about any of them',
  async (status) => {
    const { app } = await poisonedApp(status)
    refuse(app, '/v1/payment_intents', status)
    await expect(app.reconcile()).rejects.toThrow()
    app.network.meddle = (_call, go) => go()
    await app.reconcileInTurn()
    await letterJustPaid(app)
    refuse(app, '/v1/payment_intents', status)
    expect(await app.reconcileInTurn()).toMatchObject({ unreachable: 1, changed: 0 })
    expect(await app.issues()).toEqual([])
  },
)

test('of one charge the disputes are not shown: the others on the list are looked at', async () => {
  const app = await openPayments()
  const other = await letterJustPaid(app)
  app.clock.pass(minutes(1))
  const disputed = await letterJustPaid(app, '4000 0000 0000 0259')
  refuse(app, '/v1/disputes', 403)
  expect(await app.reconcile()).toMatchObject({ looked: 2, changed: 1 })
  expect((await app.books(other.letterId)).letter).toBe('paid')
  expect((await called(app)).map(({ letter_id }) => letter_id)).toEqual([disputed.letterId])
})

test('a refusal to make a payment raises no issue: its row is closed, and the letter can be paid', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  await app.askIntent(letterId, accountId)
  app.network.meddle = (call, go) => (call === 'POST /v1/payment_intents' ? refusal(400) : go())
  app.clock.pass(minutes(3))
  expect(await app.reconcile()).toMatchObject({ unreachable: 0 })
  expect(await app.issues()).toEqual([])
  app.network.meddle = (_call, go) => go()
  expect((await app.askIntent(letterId, accountId)).statusCode).toBe(200)
  expect((await app.books(letterId)).payments.toSorted()).toEqual(['cancelled', 'open'])
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

test('read by its webhook, or by who asks for its letter’s payment, too', async () => {
  for (const read of ['webhook', 'payer'] as const) {
    const { app, letterId, accountId } = await letterJustPaid()
    app.clock.pass(minutes(3))
    forget(app)
    await app.reconcile()
    remember(app)
    await (read === 'webhook' ? app.deliver() : app.askIntent(letterId, accountId))
    expect(await app.openIssues()).toEqual([])
  }
})

test('of an order, of each of its letters, though nothing has changed since; and once more when it comes again', async () => {
  const { app, accountId, letters } = await frozenLetters(3)
  await app.secret(letters[0]!, accountId, letters)
  app.clock.pass(minutes(3))
  for (const time of [1, 2]) {
    forget(app)
    for (const _ of ['once', 'again']) await app.reconcile()
    expect(await app.openIssues()).toEqual(letters.map(() => unreadable))
    expect(await app.issues()).toHaveLength(3 * time)
    remember(app)
    await app.reconcile()
    expect(await app.openIssues()).toEqual([])
    app.clock.pass(minutes(5))
  }
})

test('a settled issue is not raised again', async () => {
  const { app } = await letterJustPaid()
  app.clock.pass(days(5))
  forget(app)
  await app.reconcile()
  await app.db.updateTable('issue').set({ settled_at: app.clock.now() }).execute()
  await app.reconcile()
  expect(await app.openIssues()).toEqual([])
})

test('an answer that never came, and was then refused: settled when it has come', async () => {
  const { app, accountId, letterId } = await openLetter()
  app.network.meddle = () => Promise.reject(new Error('no answer'))
  await app.askIntent(letterId, accountId)
  app.clock.pass(minutes(3))
  app.network.meddle = (call, go) => (call === 'POST /v1/payment_intents' ? answer({ error: {} }, 403) : go())
  await app.reconcile()
  expect(await app.openIssues()).toEqual([unreadable])
  remember(app)
  await app.secret(letterId, accountId)
  await app.reconcile()
  expect(await app.openIssues()).toEqual([])
})

test('it can be read, and not cancelled: one matter, however often that is tried', async () => {
  const app = await openPayments()
  const accountId = await app.account()
  await app.secret(await app.letter(accountId), accountId)
  await app.db.updateTable('letter').set({ state: 'expired' }).execute()
  app.clock.pass(minutes(3))
  app.network.meddle = (call, go) => (call.endsWith('/cancel') ? answer({ error: {} }, 403) : go())
  for (const _ of ['once', 'again', 'and again']) {
    await app.reconcileInTurn()
    expect([await app.openIssues(), await app.issues()]).toEqual([[unreadable], [unreadable]])
  }
  remember(app)
  await app.reconcileInTurn()
  expect([await app.openIssues(), (await app.ledger()).intents]).toEqual([[], ['canceled']])
})
