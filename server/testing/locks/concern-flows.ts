import { days } from '@lacre/letter/days.ts'
import { expect } from 'vitest'
import { settleRestoration } from '../../operating/backup-commands.ts'
import { reconcile } from '../../payments/reconcile.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, paidByCard } from '../console-app.ts'
import { aPayment } from '../factories.ts'

type Room = { house: ConsoleApp; desk: Desk }

/** Of other money than was asked for. */
export async function beside({ house, desk }: Room) {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id)
  await house.db.updateTable('payment').set({ amount_cents: 100 }).execute()
  await house.deliver()
  expect((await desk.giveBack(id)).statusCode).toBe(200)
  await house.settleRefunds()
  await settleConcerns({ house, desk })
}

async function settleConcerns({ house, desk }: Room) {
  const concerns = await house.db.selectFrom('concern').select('id').where('settled_at', 'is', null).execute()
  expect(concerns).not.toEqual([])
  for (const { id } of concerns) await desk.post(`concerns/${id}/settle`, { note: 'visto' })
}

/** A payment that the provider knows no more. */
export async function unreadable({ house, desk }: Room) {
  const id = await house.put({ state: 'frozen', job: false })
  await house.begin(house.ana, id)
  await house.db.deleteFrom('sandbox_card_intent').execute()
  house.clock.pass(days(5))
  await reconcile(house.world)
  await settleConcerns({ house, desk })
}

/** Resumed where only live money is printed. */
export async function resumedLive() {
  const house = await openConsole({ settings: { money: 'live' } })
  const id = await house.put({ state: 'needs-person', job: false })
  await aPayment(house.db, id, { livemode: true })
  const { statusCode, body } = await (await openDesk(house)).resume(id)
  expect(statusCode, body).toBe(200)
}

/** A paid letter, and the database comes out of a backup. */
export async function restored({ house }: Room) {
  await paidByCard(house)
  const now = house.clock.now()
  await house.db.insertInto('restoration').values({ taken_at: now, restored_at: now }).execute()
  expect(
    await settleRestoration(house.world, { nothingPrinted: false, isProviderLost: false }),
  ).toMatchObject({
    held: 1,
  })
}
