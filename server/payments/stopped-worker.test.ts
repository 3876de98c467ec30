import { sql, type KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '../database/tables.ts'
import { type PaymentsApp } from '../testing/test-app.ts'
import { paidOrder, paymentsOf } from '../testing/orders/card-orders.ts'
import { settleRefunds } from './settle-refunds.ts'

const askBack = (house: PaymentsApp, letterId: string) =>
  house.db.transaction().execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

/** A worker's database: its process stands still once it has read what is left of a payment, until it may `goOn`. */
function stoppedAfterSums(db: Db) {
  const { promise: stands, resolve: stand } = Promise.withResolvers<void>()
  const { promise: released, resolve: goOn } = Promise.withResolvers<void>()
  const sums = new WeakSet<object>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node).includes('"name":"refund"'))
        sums.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (!sums.has(queryId)) return result
      stand()
      await released
      return result
    },
  }
  return { db: db.withPlugin(plugin), stands, goOn }
}

const isAnyWaiting = async ({ db }: PaymentsApp) => {
  const { rows } = await sql<{ is: boolean }>`
    select count(*) > 0 as is from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.is
}

test('a worker stands still while money is given back at the provider and its job goes to another: no letter gets more than was paid for it', async () => {
  const { house, letters, intentId } = await paidOrder(3)
  expect(await askBack(house, letters[0]!)).toBe(329)
  const { db, stands, goOn } = stoppedAfterSums(house.db)
  const first = settleRefunds({ ...house.world, db, log: { error: () => {}, warn: () => {} } })
  await stands
  await house.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await house.tryAgainNow() // its lease has run out
  let isDone = false
  const second = house.settleRefunds().finally(() => (isDone = true))
  await expect.poll(async () => isDone || (await isAnyWaiting(house))).toBe(true)
  goOn()
  await Promise.all([first, second])
  await house.deliver()

  expect(await house.ledger()).toMatchObject({ refunds: 2, refunded: 429 })
  expect((await paymentsOf(house)).map(({ refunded }) => refunded)).toEqual([329, 0, 0])
  expect(await house.nameRefund(letters[1]!)).toBe(100)
  expect(await askBack(house, letters[1]!)).toBe(229)
  expect(await askBack(house, letters[2]!)).toBe(329)
  while (await house.settleRefunds());
  expect(await house.ledger()).toMatchObject({ refunded: 3 * 329 })
})
