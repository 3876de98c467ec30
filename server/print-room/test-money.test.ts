// @module-tag long
import type { FiguresOfDay } from '@lacre/letter/print-room/console-calls.ts'
import { expect, test } from 'vitest'
import { openConsole, told } from '../testing/console-app.ts'
import { aPayment } from '../testing/factories.ts'

type Mode = 'test' | 'live'
const note = { note: 'visto' }

/** A letter paid by card in a database of this money, as the provider's record says `livemode`. */
async function paidIn(mode: Mode, livemode: boolean, other: object = {}, status = 'succeeded') {
  const app = await openConsole({ settings: { money: mode } })
  const olga = await app.operator('Olga')
  const id = await app.unpaid()
  await app.pay(id)
  const { body } = await app.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  const metadata = { ...(body['metadata'] as object), ...other }
  await app.changeIntents({ livemode, status, metadata })
  await app.deliver()
  return { app, olga, id }
}

test('paid with a test card where money is tested: paid, and never printed, not even by an operator', async () => {
  const { app, olga, id } = await paidIn('test', false)
  expect(await app.books(id)).toEqual({ letter: 'paid', jobs: [], mails: ['receipt'] })
  await app.doubt(id)
  expect(told(await app.call(olga, 'POST', `letters/${id}/resume`, note))).toEqual([409, 'not-paid'])
  expect(told(await app.call(olga, 'POST', 'batches', {}))).toEqual([409, 'nothing-waiting'])
})

test('a test intent where money is live is no payment: a person decides', async () => {
  const { app, id } = await paidIn('live', false)
  expect(await app.books(id)).toEqual({ letter: 'needs-person', jobs: [], mails: [] })
})

test.each([
  [true, 329],
  [false, 0],
])(
  'money that pays for no letter is known as live or not (%s), and counts so in the figures',
  async (livemode, taken) => {
    const { app, olga } = await paidIn('live', livemode, { pdf_sha256: 'of other bytes' })
    const payment = app.db.selectFrom('payment_money').select(['state', 'livemode'])
    expect(await payment.execute()).toEqual([{ state: 'taken', livemode }])
    const { ofDay } = (await app.call(olga, 'GET', 'figures')).json<FiguresOfDay>()
    expect(ofDay).toMatchObject({ taken, net: taken })
  },
)

test('an unpaid intent is known as live or not, too, once it was seen', async () => {
  const { app } = await paidIn('live', true, {}, 'canceled')
  const payment = app.db.selectFrom('payment_money').select(['state', 'livemode'])
  expect(await payment.execute()).toEqual([{ state: 'cancelled', livemode: true }])
})

test('live money is printed where money is live', async () => {
  const { app, olga, id } = await paidIn('live', true)
  await app.call(olga, 'POST', 'batches', {})
  expect((await app.books(id)).letter).toBe('batched')
})

test('as many are resumed at once as there are connections, and each is answered', async () => {
  const app = await openConsole({ settings: { money: 'live' } })
  const olga = await app.operator('Olga')
  const ids = await Promise.all(
    Array.from({ length: app.pool.options.max }, () => app.put({ state: 'needs-person', job: false })),
  )
  for (const id of ids) await aPayment(app.db, id, { livemode: true })
  const answers = await Promise.all(ids.map((id) => app.call(olga, 'POST', `letters/${id}/resume`, note)))
  expect(answers.map(told)).toEqual(ids.map(() => [200, undefined]))
})

test.each([false, null])(
  'at the door of the paper: paid and in a batch, but livemode is %s',
  async (livemode) => {
    const { app, olga, id } = await paidIn('live', true)
    await app.db.updateTable('payment_order').set({ livemode }).execute()
    await app.call(olga, 'POST', 'batches', {})
    expect(told(await app.download(olga, 'batches/B0001/pdf'))).toEqual([409, 'nothing-to-print'])
    expect(await app.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
    const issue = app.db.selectFrom('issue').select(['kind', 'letter_id'])
    expect(await issue.execute()).toEqual([{ kind: 'test-money', letter_id: id }])
  },
)
