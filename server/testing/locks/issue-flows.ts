import { days } from '@lacre/letter/days.ts'
import { expect } from 'vitest'
import { settleRestoration } from '../../operating/backup-commands.ts'
import { reconcile } from '../../payments/reconcile.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, paidByCard } from '../console-app.ts'
import { aPayment } from '../factories.ts'

type Room = { app: ConsoleApp; desk: Desk }

/** Of other money than was asked for. */
export async function beside({ app, desk }: Room) {
  const id = await app.unpaid()
  await app.pay(id)
  await app.db.updateTable('payment').set({ amount_cents: 100 }).execute()
  await app.deliver()
  expect((await desk.giveBack(id)).statusCode).toBe(200)
  await app.settleRefunds()
  await settleIssues({ app, desk })
}

async function settleIssues({ app, desk }: Room) {
  const issues = await app.db.selectFrom('issue').select('id').where('settled_at', 'is', null).execute()
  expect(issues).not.toEqual([])
  for (const { id } of issues) await desk.post(`issues/${id}/settle`, { note: 'visto' })
}

/** A payment that the provider knows no more. */
export async function unreadable({ app, desk }: Room) {
  const id = await app.unpaid()
  await app.begin(app.ana, id)
  await app.db.deleteFrom('sandbox_card_intent').execute()
  app.clock.pass(days(5))
  await reconcile(app.world)
  await settleIssues({ app, desk })
}

/** Resumed where only live money is printed. */
export async function resumedLive() {
  const app = await openConsole({ settings: { money: 'live' } })
  const id = await app.put({ state: 'needs-person', job: false })
  await aPayment(app.db, id, { livemode: true })
  const { statusCode, body } = await (await openDesk(app)).resume(id)
  expect(statusCode, body).toBe(200)
}

/** A paid letter, and the database comes out of a backup. */
export async function restored({ app }: Room) {
  await paidByCard(app)
  const now = app.clock.now()
  await app.db.insertInto('restoration').values({ taken_at: now, restored_at: now }).execute()
  expect(await settleRestoration(app.world, { nothingPrinted: false, isProviderLost: false })).toMatchObject({
    held: 1,
  })
}
