// @module-tag long
import type { FiguresOfDay } from '@lacre/letter/print-room/console-calls.ts'
import { days } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
} from '../testing/console-app.ts'
import { readFigures } from './office.ts'

let app: ConsoleApp
let sara: Desk
beforeEach(async () => {
  app = await openConsole()
  sara = await openDesk(app, 'Sara', true)
})

const figures = (day?: string) => sara.get<FiguresOfDay>(`figures${day ? `?day=${day}` : ''}`)
const nothing = { paid: 0, posted: 0, returned: 0, cancelled: 0, taken: 0, givenBack: 0, disputed: 0, net: 0 }

/** What the provider's own books come to. */
async function ledger() {
  const intents = await app.db.selectFrom('sandbox_card_intent').select('body').execute()
  const sum = (rows: { body: Record<string, unknown> }[], key: string) =>
    rows.reduce((cents, { body }) => cents + Number(body[key] ?? 0), 0)
  const back = (await app.refunds()).filter(({ body }) => body['status'] !== 'failed')
  return { taken: sum(intents, 'amount_received'), givenBack: sum(back, 'amount') }
}

test('days and months are those of Madrid, and their sums the provider’s to the cent (design/print-room.md#figures)', async () => {
  // Sunday 1 November 2026 begins at 23:00 in UTC, an hour later than a week before.
  app.clock.set('2026-10-31T22:59:59Z')
  const early = await paidByCard(app)
  app.clock.set('2026-10-31T23:00:00Z')
  const posted = await paidByCard(app)
  const cancelled = await paidByCard(app)
  const unpaid = await app.unpaid()
  await app.pay(unpaid, '4000 0000 0000 0002')
  expect((await sara.refund(cancelled)).statusCode).toBe(200)
  await sara.print('posted')
  await app.settleRefunds()
  await app.deliver()
  app.clock.set('2026-11-02T09:00:00Z')
  await sara.refund(posted)
  await app.settleRefunds()
  await app.deliver()
  await sara.post(`letters/${early}/returned`, { reason: 'unknown' })

  expect((await figures('2026-10-31')).ofDay).toEqual({ ...nothing, paid: 1, taken: 329, net: 329 })
  expect(await figures('2026-11-01')).toMatchObject({
    day: '2026-11-01',
    ofDay: { ...nothing, paid: 2, posted: 2, cancelled: 1, taken: 658, givenBack: 329, net: 329 },
  })
  const { ofDay, ofMonth, day } = await figures()
  expect([day, ofDay]).toEqual(['2026-11-02', { ...nothing, returned: 1, givenBack: 329, net: -329 }])
  expect(ofMonth).toEqual({
    ...nothing,
    paid: 2,
    posted: 2,
    returned: 1,
    cancelled: 1,
    taken: 658,
    givenBack: 658,
  })
  const october = (await figures('2026-10-01')).ofMonth
  expect({
    taken: ofMonth.taken + october.taken,
    givenBack: ofMonth.givenBack + october.givenBack,
  }).toEqual(await ledger())
})

test('a letter that was paid while it waited for a person counts when it goes on, once, and its money when it came', async () => {
  const id = await app.unpaid()
  await app.pay(id)
  await app.doubt(id)
  await app.deliver()
  const { taken, givenBack } = await ledger()
  expect((await figures()).ofDay).toEqual({ ...nothing, taken, givenBack, net: 329 })
  for (let time = 0; time < 2; time++) {
    expect((await sara.resume(id)).statusCode).toBe(200)
    expect((await figures()).ofDay).toEqual({ ...nothing, paid: 1, taken, givenBack, net: 329 })
    await app.doubt(id)
  }
})

test('what a bank claims is not ours, and a refund that failed is', async () => {
  await paidByCard(app, '4000 0000 0000 0259')
  const sentBack = await paidByCard(app, '4000 0000 0000 5126')
  await sara.refund(sentBack)
  await app.settleRefunds()
  expect((await figures()).ofDay).toMatchObject({ taken: 658, givenBack: 329, disputed: 329, net: 0 })
  app.clock.pass(days(2))
  await app.deliver()
  expect((await figures('2026-11-23')).ofDay).toMatchObject({ givenBack: 0, disputed: 329, net: 329 })
})

test('what test cards paid before is none of the real money’s figures', async () => {
  const ofTest = await paidByCard(app)
  await sara.refund(ofTest)
  await app.settleRefunds()
  await app.deliver()
  await paidByCard(app)
  await app.db.updateTable('payment_order').set({ livemode: true }).where('name', '!=', ofTest).execute()
  const real = await readFigures({ ...app.world, money: 'live' })
  expect(real.ofMonth).toEqual({ ...nothing, paid: 1, taken: 329, net: 329 })
  expect((await figures()).ofMonth).toMatchObject({ paid: 2, cancelled: 1, taken: 658, givenBack: 329 })
})

test.each([
  ['2026-02-30', 400],
  ['0000-01-01', 400],
  ['0001-01-01', 200],
  ['9999-12-31', 200],
])('the figures of %s: %i', async (day, status) => {
  expect(told(await sara.call('GET', `figures?day=${day}`))[0]).toBe(status)
})
