import { days, hours } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../payments/reconcile.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, paidByCard } from '../testing/console-app.ts'

const late = '4000 0000 0000 7726'
const fails = '4000 0000 0000 5126'

let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
})

const open = async () => {
  const { issues, letters } = await desk.needsPerson()
  return [...issues, ...letters.flatMap(({ card }) => card.issues)].map(({ kind }) => kind).toSorted()
}

/** Another sum was taken for it than was shown: it waits for a person. */
async function mismatched(card?: string) {
  const id = await app.unpaid()
  await app.pay(id, card)
  await app.changeIntents({ amount_received: 500 })
  await app.deliver()
  expect(await open()).toEqual(['payment-mismatch'])
  return id
}
test('cancelled, it is a person’s matter until all of its money is back, and then never again', async () => {
  const id = await mismatched(late)
  await desk.cancel(id)
  await app.settleRefunds()
  await app.deliver()
  expect(await open()).toEqual(['payment-mismatch'])
  app.clock.pass(hours(2))
  await app.deliver()
  expect(await open()).toEqual([])
  await reconcile(app.world)
  expect(await open()).toEqual([])
})

test('all is back before it is cancelled: while the letter waits, what for is said', async () => {
  const id = await mismatched()
  await desk.giveBack(id)
  await app.settleRefunds()
  await app.deliver()
  expect(await open()).toEqual(['payment-mismatch'])
  await desk.cancel(id)
  expect(await open()).toEqual([])
})

test('given back on the provider’s pages, in parts: settled with the last of it', async () => {
  await paidByCard(app)
  await app.db.updateTable('payment_order').set({ state: 'cancelled', paid_at: null }).execute()
  await app.deliver()
  await reconcile(app.world)
  expect(await open()).toEqual(['payment-mismatch'])
  for (const [amount, still] of [
    [100, ['payment-mismatch']],
    [229, []],
  ] as const) {
    await app.cards.refunds.create({ payment_intent: await app.intentOf(), amount })
    await app.deliver()
    expect((await open()).filter((kind) => kind !== 'refunded-outside')).toEqual(still)
  }
})

test('a refund on the provider’s pages that failed is settled, too, when another has brought all back', async () => {
  await paidByCard(app, fails)
  const give = async () => app.cards.refunds.create({ payment_intent: await app.intentOf() })
  await give()
  app.clock.pass(days(2))
  await app.deliver()
  expect(await open()).toContain('refund-failed')
  await app.changeIntents({ refunds_end: null })
  await give()
  await app.deliver()
  expect(await open()).not.toContain('refund-failed')
})
