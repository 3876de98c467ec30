import { hours } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { databaseMode } from '../database/open.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, paidByCard } from '../testing/console-app.ts'
import { makeLiveIn } from './money-commands.ts'

const late = '4000 0000 0000 7726'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole({ settings: { money: 'test' } })
  desk = await openDesk(app)
  await databaseMode(app.db, 'test')
})

const goLive = () => makeLiveIn(app.db)
const left = (what: string) => ({
  says: `De las pruebas queda: ${what}. Con las claves de prueba, cancele las cartas o espere a que termine todo.`,
  trouble: true,
})
const live = { says: 'Desde ahora esta base de datos es de dinero de verdad.', trouble: false }

test('a test refund that is asked for, or on its way, keeps a database from becoming live', async () => {
  const id = await paidByCard(app, late)
  await app.doubt(id)
  expect(await goLive()).toEqual(left('1 carta en curso'))
  await desk.cancel(id)
  expect(await goLive()).toEqual(left('1 devolución en camino'))
  await app.settleRefunds()
  await app.deliver()
  expect(await goLive()).toEqual(left('1 devolución en camino'))
  app.clock.pass(hours(2))
  await app.deliver()
  expect(await goLive()).toEqual(live)
})

test('so does a payment that could still be made, though its letters have ended; all that is left is said at once', async () => {
  const [one = '', other = ''] = [await app.unpaid(), await app.unpaid()].toSorted()
  await app.pay(one, '4000 0000 0000 0002', app.ana, [one, other])
  const ended = app.db.updateTable('letter').set({ state: 'expired' })
  await ended.where('id', 'in', [one, other]).execute()
  expect(await goLive()).toEqual(left('1 pago sin cerrar'))
  const id = await paidByCard(app)
  await app.doubt(id)
  await desk.cancel(id)
  await app.unpaid()
  await app.put({ state: 'paid' })
  expect(await goLive()).toEqual(left('2 cartas en curso, 1 devolución en camino y 1 pago sin cerrar'))
  expect(await databaseMode(app.db, 'live')).toBe('test')
})

test('a failed refund and a lost dispute do not prevent going live', async () => {
  const failed = await paidByCard(app)
  const lost = await paidByCard(app)
  for (const id of [failed, lost]) {
    await app.doubt(id)
    await desk.cancel(id)
  }
  const paymentOf = (id: string) =>
    app.db.selectFrom('payment_money').select('id').where('letter_id', '=', id)
  await app.db
    .updateTable('refund')
    .set({ state: 'failed' })
    .where('payment_id', 'in', paymentOf(failed))
    .execute()
  await app.db.updateTable('payment_order').set({ dispute: 'lost' }).where('name', '=', lost).execute()
  expect(await goLive()).toEqual(live)
})
