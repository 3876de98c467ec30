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
  const { house, letterId } = await letterJustPaid()
  expect(await house.books(letterId)).toEqual(untouched)
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.db.selectFrom('card_event').selectAll().execute()).toHaveLength(1)
  const { data } = await house.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
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
    const { house, letterId } = await letterJustPaid()
    await house.db
      .updateTable('letter')
      .set({ post_on: day(chosen) })
      .where('id', '=', letterId)
      .execute()
    await house.deliver()
    const { data } = await house.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
    const { postOn, cancelUntil } = data
    expect({ ...(postOn !== undefined && { postOn }), cancelUntil }).toEqual(told)
  },
)

test('the receipt keeps the days that are closed when it is paid, and leaves them out (design/letter.md#closed-days)', async () => {
  const closedDays = [day('2026-11-23'), day('2026-12-24')]
  const house = await openPayments({ closedDays, cutOff: { hour: 17, minute: 30, closed: closedDays } })
  await letterJustPaid(house)
  await house.deliver()
  const { data } = await house.db.selectFrom('mail').select('data').executeTakeFirstOrThrow()
  expect(data).toMatchObject({
    closedDays: '2026-11-23,2026-12-24',
    cancelUntil: '2026-11-24T16:30:00.000Z',
  })
})

test('three identical webhooks at once, and one more later: one print job, one receipt (vendure #620)', async () => {
  const { house, letterId } = await letterJustPaid()
  const body = await newestEvent(house)
  const answers = await Promise.all([1, 2, 3].map(() => house.post(body, house.sign(body))))
  expect(answers).toEqual([200, 200, 200])
  expect(await house.post(body, house.sign(body))).toBe(200)
  expect(await house.books(letterId)).toEqual(paidOnce)
  const steps = await house.db.selectFrom('letter_step').select('step').orderBy('seq').execute()
  expect(steps.map(({ step }) => step)).toEqual(['freeze', 'pay'])
})

test('asking for the intent again races the webhook: paid once (medusa #13301)', async () => {
  const { house, letterId, accountId } = await letterJustPaid()
  const body = await newestEvent(house)
  const [event, ...asked] = await Promise.all([
    house.post(body, house.sign(body)),
    house.askIntent(letterId, accountId),
    house.askIntent(letterId, accountId),
  ])
  expect(event).toBe(200)
  expect(asked.map(({ statusCode }) => statusCode)).toEqual([409, 409])
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('the webhook comes before we know the intent: it finds the payment that waits for it (cargo #190)', async () => {
  const { house, letterId } = await letterJustPaid()
  await house.db.updateTable('payment_order').set({ intent_id: null }).execute()
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('money for a letter we do not know: 503, and a person hears of it (design/trust.md#unknown-event)', async () => {
  const house = await openPayments()
  const metadata = { app: 'lacre', letter_id: randomUUID() }
  const made = await house.cards.paymentIntents.create({ amount: 329, currency: 'eur', metadata })
  await house.confirm(made.client_secret!)
  const body = await newestEvent(house)
  expect(await house.post(body, house.sign(body))).toBe(503)
  expect(await house.post(body, house.sign(body))).toBe(503)
  expect(await house.concerns()).toEqual(['payment-unknown'])
})

test('a payment we do not know, of a letter we do, is written down again (design/trust.md#restored-money)', async () => {
  const { house, letterId } = await letterJustPaid()
  await house.db.deleteFrom('payment').execute()
  await house.db.deleteFrom('payment_order').execute()
  const body = await newestEvent(house)
  const answers = await Promise.all([1, 2, 3].map(() => house.post(body, house.sign(body))))
  expect(answers).toEqual([200, 200, 200])
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.concerns()).toEqual([])
})

test('one that took nothing is cancelled at the provider, and its letter can be paid', async () => {
  const { house, accountId, letterId, secret } = await letterToPay()
  await house.confirm(secret, '4000 0000 0000 0002')
  await house.db.deleteFrom('payment').execute()
  await house.db.deleteFrom('payment_order').execute()
  expect(await house.deliver()).toBe(1)
  expect((await house.ledger()).intents).toEqual(['canceled'])
  await house.confirm(await house.secret(letterId, accountId))
  await house.deliver()
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.concerns()).toEqual([])
})

test('an intent of another product on the same account is none of our business: 200', async () => {
  const house = await openPayments()
  const metadata = { app: 'otra', letter_id: 'x' }
  const foreign = await house.cards.paymentIntents.create({ amount: 999, currency: 'eur', metadata })
  await house.confirm(foreign.client_secret!)
  expect(await house.deliver()).toBe(1)
  expect(await house.concerns()).toEqual([])
})

test('forged, tampered, unsigned and old events: 400, and nothing moves', async () => {
  const { house, letterId } = await letterJustPaid()
  const body = await newestEvent(house)
  const good = house.sign(body)
  expect(await house.post(body, house.sign(body, 'whsec_of_somebody_else'))).toBe(400)
  expect(await house.post(body.replace('succeeded', 'failed'), good)).toBe(400)
  expect(await house.post(body, '')).toBe(400)
  expect(await house.post('', good)).toBe(400)
  house.clock.pass(301_000)
  expect(await house.post(body, good)).toBe(400)
  expect(await house.books(letterId)).toEqual(untouched)
  expect(await house.post(body, house.sign(body))).toBe(200)
})

test.each([
  '{',
  'null',
  '{"id":"evt_1","type":"charge.refunded"}',
  '{"id":"evt_1","type":"x","data":{"object":null}}',
])('signed, but no event: %s is 400', async (body) => {
  const house = await openPayments()
  expect(await house.post(body, house.sign(body))).toBe(400)
})

test.each([
  ['the step', ['insert into letter_step']],
  ['the print job', ['insert into print_job']],
  ['the receipt', queuesMail],
])(
  'a crash at %s, before the commit: nothing has happened, and the second delivery does it all',
  async (_, statement) => {
    const { house, letterId } = await letterJustPaid()
    house.world.db = failingDatabase(house.db, statement, new Error('crash'))
    expect(await house.deliver()).toBe(0)
    expect(await house.books(letterId)).toEqual(untouched)
    expect(await house.db.selectFrom('card_event').select('id').execute()).toEqual([])
    house.world.db = house.db
    expect(await house.deliver()).toBe(1)
    expect(await house.books(letterId)).toEqual(paidOnce)
  },
)

test('a crash after the commit, before the answer: the second delivery changes nothing', async () => {
  const { house, letterId } = await letterJustPaid()
  const lost = async (body: string, signature: string) => {
    expect(await house.post(body, signature)).toBe(200)
    return 0
  }
  expect(await house.deliver(lost)).toBe(0)
  expect(await house.books(letterId)).toEqual(paidOnce)
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('a refused card, then a good one: the events of both, newest first, make one paid letter', async () => {
  const { house, letterId, secret } = await letterToPay()
  const refused = await house.confirm(secret, '4000 0000 0000 0002')
  expect([refused.statusCode, refused.json()]).toMatchObject([
    402,
    { error: { message: 'Su tarjeta ha sido rechazada.' } },
  ])
  const failed = await newestEvent(house)
  house.clock.pass(1000)
  expect((await house.confirm(secret)).json()).toEqual({ paymentIntent: { status: 'succeeded' } })
  const succeeded = await newestEvent(house)
  for (const body of [succeeded, failed]) expect(await house.post(body, house.sign(body))).toBe(200)
  expect(await house.books(letterId)).toEqual(paidOnce)
})

test('an event seen before asks the provider nothing', async () => {
  const { house } = await letterJustPaid()
  const body = await newestEvent(house)
  expect(await house.post(body, house.sign(body))).toBe(200)
  house.network.meddle = () => Promise.reject(new Error('asked again'))
  expect(await house.post(body, house.sign(body))).toBe(200)
})

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
