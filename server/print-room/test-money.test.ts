// @module-tag long
import type { FiguresOfDay } from '@lacre/letter/print-room/console-calls.ts'
import { expect, test } from 'vitest'
import { openConsole, told } from '../testing/console-app.ts'
import { aPayment } from '../testing/factories.ts'

type Mode = 'test' | 'live'
const note = { note: 'visto' }

/** A letter paid by card in a database of this money, as the provider's record says `livemode`. */
async function paidIn(mode: Mode, livemode: boolean, other: object = {}, status = 'succeeded') {
  const house = await openConsole({ settings: { money: mode } })
  const olga = await house.operator('Olga')
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id)
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  const metadata = { ...(body['metadata'] as object), ...other }
  await house.db
    .updateTable('sandbox_card_intent')
    .set({ body: JSON.stringify({ ...body, livemode, status, metadata }) })
    .execute()
  await house.deliver()
  return { house, olga, id }
}

test('paid with a test card where money is tested: paid, and never printed, not even by an operator', async () => {
  const { house, olga, id } = await paidIn('test', false)
  expect(await house.books(id)).toEqual({ letter: 'paid', jobs: [], mails: ['receipt'] })
  await house.doubt(id)
  expect(told(await house.call(olga, 'POST', `letters/${id}/resume`, note))).toEqual([409, 'not-paid'])
  expect(told(await house.call(olga, 'POST', 'batches', {}))).toEqual([409, 'nothing-waiting'])
})

test('a test intent where money is live is no payment: a person decides', async () => {
  const { house, id } = await paidIn('live', false)
  expect(await house.books(id)).toEqual({ letter: 'needs-person', jobs: [], mails: [] })
})

test.each([
  [true, 329],
  [false, 0],
])(
  'money that pays for no letter is known as live or not (%s), and counts so in the figures',
  async (livemode, taken) => {
    const { house, olga } = await paidIn('live', livemode, { pdf_sha256: 'of other bytes' })
    const payment = house.db.selectFrom('payment_money').select(['state', 'livemode'])
    expect(await payment.execute()).toEqual([{ state: 'taken', livemode }])
    const { ofDay } = (await house.call(olga, 'GET', 'figures')).json<FiguresOfDay>()
    expect(ofDay).toMatchObject({ taken, net: taken })
  },
)

test('an intent that nobody has paid yet is known as live or not, too, when it has been seen', async () => {
  const { house } = await paidIn('live', true, {}, 'canceled')
  const payment = house.db.selectFrom('payment_money').select(['state', 'livemode'])
  expect(await payment.execute()).toEqual([{ state: 'cancelled', livemode: true }])
})

test('live money is printed where money is live', async () => {
  const { house, olga, id } = await paidIn('live', true)
  await house.call(olga, 'POST', 'batches', {})
  expect((await house.books(id)).letter).toBe('batched')
})

test('as many are resumed at once as there are connections, and each is answered', async () => {
  const house = await openConsole({ settings: { money: 'live' } })
  const olga = await house.operator('Olga')
  const ids = await Promise.all(
    Array.from({ length: house.pool.options.max }, () => house.put({ state: 'needs-person', job: false })),
  )
  for (const id of ids) await aPayment(house.db, id, { livemode: true })
  const answers = await Promise.all(ids.map((id) => house.call(olga, 'POST', `letters/${id}/resume`, note)))
  expect(answers.map(told)).toEqual(ids.map(() => [200, undefined]))
})

test.each([false, null])(
  'at the door of the paper: paid and in a batch, but livemode is %s',
  async (livemode) => {
    const { house, olga, id } = await paidIn('live', true)
    await house.db.updateTable('payment_order').set({ livemode }).execute()
    await house.call(olga, 'POST', 'batches', {})
    expect(told(await house.download(olga, 'batches/B0001/pdf'))).toEqual([409, 'nothing-to-print'])
    expect(await house.books(id)).toMatchObject({ letter: 'needs-person', jobs: ['void'] })
    const concern = house.db.selectFrom('concern').select(['kind', 'letter_id'])
    expect(await concern.execute()).toEqual([{ kind: 'test-money', letter_id: id }])
  },
)
