import { randomUUID } from 'node:crypto'
import { day } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { letterJustPaid, letterToPay, openPayments, type PaymentsApp } from '../testing/test-app.ts'
import { failingDatabase, queuesMail } from '../testing/played-database.ts'
import { testDatabase } from '../testing/test-database.ts'

const paidOnce = { letter: 'paid', payments: ['paid'], jobs: ['waiting'], mails: ['receipt'] }
const untouched = { letter: 'frozen', payments: ['open'], jobs: [], mails: [] }

const newestEvent = async ({ db }: PaymentsApp) => {
  const events = await db.selectFrom('sandbox_card_event').selectAll().orderBy('created', 'desc').execute()
  return JSON.stringify(events[0]!.body)
}

test('paid, print job, receipt and event come true together (design/trust.md#one-transaction)', async () => {
  const { app, letterId } = await letterJustPaid()
  expect(await app.books(letterId)).toEqual(untouched)
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toEqual(paidOnce)
  expect(await app.db.selectFrom('card_event').selectAll().execute()).toHaveLength(1)
  const { data } = await app.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({ letterId, pages: '2', sheets: '1', total: '329' })
  expect(data['cancelUntil']).toBe('2026-11-23T16:30:00.000Z') // Monday; it was paid on a Saturday
  expect(data['hash']).toMatch(/^[\da-f]{12}$/)
  expect(JSON.parse(String(data['lines']))).toHaveLength(3)
})

test.each([
  ['of a Saturday later on', '2026-11-28', { postOn: '2026-11-28', cancelUntil: '2026-11-30T16:30:00.000Z' }],
  ['of the payment itself', '2026-11-21', { cancelUntil: '2026-11-23T16:30:00.000Z' }],
])(
  'the receipt of a letter for the day %s says so (design/letter.md#posting-day)',
  async (_which, chosen, told) => {
    const { app } = await letterJustPaid()
    await app.db.updateTable('letter').set('post_on', day(chosen)).execute()
    await app.deliver()
    const { data } = await app.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
    const { postOn, cancelUntil } = data
    expect({ ...(postOn !== undefined && { postOn }), cancelUntil }).toEqual(told)
  },
)

test('the receipt keeps the days that are closed when it is paid, and leaves them out (design/letter.md#closed-days)', async () => {
  const closedDays = [day('2026-11-23'), day('2026-12-24')]
  const app = await openPayments({ closedDays, cutOff: { hour: 17, minute: 30, closed: closedDays } })
  await letterJustPaid(app)
  await app.deliver()
  const { data } = await app.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    closedDays: '2026-11-23,2026-12-24',
    cancelUntil: '2026-11-24T16:30:00.000Z',
  })
})

test('the webhook comes before we know the intent: it finds the payment that waits for it (cargo #190)', async () => {
  const { app, letterId } = await letterJustPaid()
  await app.db.updateTable('payment_order').set({ intent_id: null }).execute()
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toEqual(paidOnce)
})

test('money for a letter we do not know, marked by no installation: 503, and a person hears of it (design/trust.md#unknown-event)', async () => {
  const app = await openPayments()
  const metadata = { app: 'lacre', letter_id: randomUUID() }
  const made = await app.cards.paymentIntents.create({ amount: 329, currency: 'eur', metadata })
  await app.confirm(made.client_secret!)
  const body = await newestEvent(app)
  expect(await app.post(body, app.sign(body))).toBe(503)
  expect(await app.post(body, app.sign(body))).toBe(503)
  expect(await app.issues()).toEqual(['payment-unknown'])
})

test('a payment we do not know, of a letter we do, is written down again (design/trust.md#restored-money)', async () => {
  const { app, letterId } = await letterJustPaid()
  await app.db.deleteFrom('payment').execute()
  await app.db.deleteFrom('payment_order').execute()
  const body = await newestEvent(app)
  const answers = await Promise.all([1, 2, 3].map(() => app.post(body, app.sign(body))))
  expect(answers).toEqual([200, 200, 200])
  expect(await app.books(letterId)).toEqual(paidOnce)
  expect(await app.issues()).toEqual([])
})

test('one that took nothing is cancelled at the provider, and its letter can be paid', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await app.confirm(secret, '4000 0000 0000 0002')
  await app.db.deleteFrom('payment').execute()
  await app.db.deleteFrom('payment_order').execute()
  expect(await app.deliver()).toBe(1)
  expect((await app.ledger()).intents).toEqual(['canceled'])
  await app.confirm(await app.secret(letterId, accountId))
  await app.deliver()
  expect(await app.books(letterId)).toEqual(paidOnce)
  expect(await app.issues()).toEqual([])
})

test('forged, tampered, unsigned and old events: 400, and nothing moves', async () => {
  const { app, letterId } = await letterJustPaid()
  const body = await newestEvent(app)
  const good = app.sign(body)
  expect(await app.post(body, app.sign(body, 'whsec_of_somebody_else'))).toBe(400)
  expect(await app.post(body.replace('succeeded', 'failed'), good)).toBe(400)
  expect(await app.post(body, '')).toBe(400)
  expect(await app.post('', good)).toBe(400)
  app.clock.pass(301_000)
  expect(await app.post(body, good)).toBe(400)
  expect(await app.books(letterId)).toEqual(untouched)
  expect(await app.post(body, app.sign(body))).toBe(200)
})

test.each([
  '{',
  'null',
  '{"id":"evt_1","type":"charge.refunded"}',
  '{"id":"evt_1","type":"x","data":{"object":null}}',
])('signed, but no event: %s is 400', async (body) => {
  const app = await openPayments()
  expect(await app.post(body, app.sign(body))).toBe(400)
})

test.each([
  ['the step', ['insert into letter_step']],
  ['the print job', ['insert into print_job']],
  ['the receipt', queuesMail],
])(
  'a crash at %s, before the commit: nothing has happened, and the second delivery does it all',
  async (_, statement) => {
    const { app, letterId } = await letterJustPaid()
    app.world.db = failingDatabase(app.db, statement, new Error('crash'))
    expect(await app.deliver()).toBe(0)
    expect(await app.books(letterId)).toEqual(untouched)
    expect(await app.db.selectFrom('card_event').select('id').execute()).toEqual([])
    app.world.db = app.db
    expect(await app.deliver()).toBe(1)
    expect(await app.books(letterId)).toEqual(paidOnce)
  },
)

test('an event seen before asks the provider nothing', async () => {
  const { app } = await letterJustPaid()
  const body = await newestEvent(app)
  expect(await app.post(body, app.sign(body))).toBe(200)
  app.network.meddle = () => Promise.reject(new Error('asked again'))
  expect(await app.post(body, app.sign(body))).toBe(200)
})

/** Another installation on the same provider account: both get all events. */
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
  expect(await ours.issues()).toEqual([])
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
