import { hours } from '@lacre/letter/days.ts'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import type { PaymentsApp } from '../testing/test-app.ts'
import { bookIntent } from './sync.ts'
import { fetchIntent, type SeenIntent } from './seen-intent.ts'
import { paidOrder, paymentsOf, statesOf } from '../testing/orders/card-orders.ts'
import type { Db } from '../database/tables.ts'
import { settleRefunds } from './settle-refunds.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'

const disputed = '4000 0000 0000 0259'

const askBack = (app: PaymentsApp, letterId: string) =>
  app.db.transaction().execute((tx) => app.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

test('one that is given back takes its own part, once, whatever is asked; then all of twelve, to the cent', async () => {
  const { app, letters } = await paidOrder(12)
  const [first] = letters as [string]
  const asked = await Promise.all([askBack(app, first), askBack(app, first)])
  expect(asked.toSorted()).toEqual([0, 329])
  await Promise.all([app.settleRefunds(), app.settleRefunds()])
  await app.deliver()
  expect(await app.ledger()).toMatchObject({ refunds: 1, refunded: 329 })
  expect((await paymentsOf(app)).filter(({ refunded }) => refunded > 0)).toEqual([
    { letter_id: first, state: 'refunded', received: 329, refunded: 329 },
  ])
  for (const id of letters.slice(1)) expect(await askBack(app, id)).toBe(329)
  while (await app.settleRefunds());
  await app.deliver()
  // The charge itself tells only its ten newest refunds.
  expect(await app.ledger()).toMatchObject({ received: 12 * 329, refunds: 12, refunded: 12 * 329 })
  expect(
    (await paymentsOf(app)).every(({ state, refunded }) => state === 'refunded' && refunded === 329),
  ).toBe(true)
  expect(await app.reconcile()).toMatchObject({ changed: 0 })
  expect(await app.issues()).toEqual([])
})

const refundedOf = async (app: PaymentsApp) => (await paymentsOf(app)).map(({ refunded }) => refunded)

test('some of it given back at the provider, naming no letter: a person names one, told once, and the others go their way', async () => {
  const { app, letters, intentId } = await paidOrder(3)
  await askBack(app, letters[0]!)
  await app.settleRefunds()
  await app.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await app.deliver()
  await app.deliver()
  expect(await refundedOf(app)).toEqual([329, 0, 0])
  expect(await app.openIssues()).toEqual(['refund-unnamed'])
  expect(await app.reconcile()).toMatchObject({ changed: 0 })
  expect(await app.nameRefund(letters[0]!)).toBe(0)
  expect(await app.nameRefund(letters[2]!)).toBe(100)
  expect(await app.nameRefund(letters[1]!)).toBe(0)
  expect(await refundedOf(app)).toEqual([329, 0, 100])
  expect(await statesOf(app, letters.slice(1))).toEqual(['paid', 'paid'])
  expect(await app.openIssues()).toEqual([])
  expect(await app.reconcile()).toMatchObject({ changed: 0 })
})

test('more than one letter’s part: what does not fit waits for another to be named, and neither is printed', async () => {
  const { app, letters, intentId } = await paidOrder(3)
  await app.cards.refunds.create({ payment_intent: intentId, amount: 2 * 329 })
  await app.deliver()
  expect(await app.nameRefund(letters[0]!)).toBe(329)
  expect(await app.openIssues()).toEqual(['refund-unnamed'])
  expect(await app.nameRefund(letters[2]!)).toBe(329)
  expect(await app.openIssues()).toEqual([])
  expect(await statesOf(app, letters)).toEqual(['cancelled', 'paid', 'cancelled'])
  expect(await app.reconcile()).toMatchObject({ changed: 0 })
})

test('money of one letter alone is left: what goes back without a name is its', async () => {
  const { app, letters, intentId } = await paidOrder(2)
  await askBack(app, letters[0]!)
  await app.settleRefunds()
  await app.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await app.deliver()
  expect(await refundedOf(app)).toEqual([329, 100])
  expect(await app.openIssues()).toEqual(['refunded-outside'])
})

test('what was named stays as it was, whatever goes back before it arrives', async () => {
  const { app, letters, intentId } = await paidOrder(3, '4000 0000 0000 7726')
  await app.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await app.deliver()
  expect(await app.nameRefund(letters[0]!)).toBe(100)
  expect(await askBack(app, letters[0]!)).toBe(229)
  await app.settleRefunds()
  app.clock.pass(hours(2))
  await app.deliver()
  expect(await refundedOf(app)).toEqual([329, 0, 0])
  expect(await app.ledger()).toMatchObject({ refunded: 329 })
})

/** Somebody gives back so much at the provider, naming no letter, while one of ours is on its way there. */
function givenBackMeanwhile(app: PaymentsApp, intentId: string, amount: number, isTold: boolean) {
  const told: { seen?: SeenIntent } = {}
  app.network.meddle = async (call, go) => {
    if (call !== 'POST /v1/refunds') return go()
    app.network.meddle = (_call, go) => go()
    await app.cards.refunds.create({ payment_intent: intentId, amount })
    told.seen = await fetchIntent(app.world, intentId)
    if (isTold) await bookIntent(app.world, told.seen)
    return go()
  }
  return told
}

test.each<[when: string, isTold: boolean]>([
  ['booked before it', true],
  ['seen before it, and booked after', false],
])(
  'some given back at the provider in the second in which one of ours is made, %s: no payment above its room',
  async (_when, isTold) => {
    const { app, letters, intentId } = await paidOrder(3)
    await askBack(app, letters[0]!)
    const told = givenBackMeanwhile(app, intentId, 100, isTold)
    await app.settleRefunds()
    await bookIntent(app.world, told.seen!)
    expect(await refundedOf(app)).toEqual([329, 0, 0])
    expect(await app.reconcile()).toMatchObject({ changed: 0 })

    expect(await app.nameRefund(letters[1]!)).toBe(100)
    expect(await askBack(app, letters[1]!)).toBe(229)
    expect(await askBack(app, letters[2]!)).toBe(329)
    while (await app.settleRefunds());
    expect(await app.ledger()).toMatchObject({ refunded: 3 * 329 })
    expect(await app.waitingRefunds()).toEqual([])
  },
)

test('more than the others’ part in that second: named, the rest is of the one that is asked for, and as much less goes back', async () => {
  const { app, letters, intentId } = await paidOrder(3)
  await askBack(app, letters[0]!)
  givenBackMeanwhile(app, intentId, 2 * 329 + 29, true)
  await app.settleRefunds()
  for (const id of letters.toReversed()) await app.nameRefund(id)
  expect(await refundedOf(app)).toEqual([29, 329, 329])
  await app.tryAgainNow()
  await app.settleRefunds()
  expect(await refundedOf(app)).toEqual([329, 329, 329])
  expect(await app.ledger()).toMatchObject({ refunds: 2, refunded: 3 * 329 })
  expect(await app.waitingRefunds()).toEqual([])
})

test('won, and then all of it given back at the provider: each letter that waits still calls a person', async () => {
  const { app, letters, intentId } = await paidOrder(2, disputed)
  const [dispute] = (await app.cards.disputes.list()).data
  await app.cards.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await app.deliver()
  await app.cards.refunds.create({ payment_intent: intentId })
  await app.deliver()
  expect(await statesOf(app, letters)).toEqual(['needs-person', 'needs-person'])
  expect((await paymentsOf(app)).map(({ state }) => state)).toEqual(['refunded', 'refunded'])
  expect(await app.openIssues()).toEqual(['dispute-won', 'dispute-won', 'refunded-outside'])
})

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

test('a worker stands still while money is given back at the provider and its job goes to another: no letter gets more than was paid for it', async () => {
  const { app, letters, intentId } = await paidOrder(3)
  expect(await askBack(app, letters[0]!)).toBe(329)
  const { db, stands, goOn } = stoppedAfterSums(app.db)
  const first = settleRefunds({ ...app.world, db, log: { error: () => {}, warn: () => {} } })
  await stands
  await app.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await app.tryAgainNow() // its lease has run out
  let isDone = false
  const second = app.settleRefunds().finally(() => (isDone = true))
  await expect.poll(async () => isDone || (await lockWaits(app.db)) > 0).toBe(true)
  goOn()
  await Promise.all([first, second])
  await app.deliver()

  expect(await app.ledger()).toMatchObject({ refunds: 2, refunded: 429 })
  expect((await paymentsOf(app)).map(({ refunded }) => refunded)).toEqual([329, 0, 0])
  expect(await app.nameRefund(letters[1]!)).toBe(100)
  expect(await askBack(app, letters[1]!)).toBe(229)
  expect(await askBack(app, letters[2]!)).toBe(329)
  while (await app.settleRefunds());
  expect(await app.ledger()).toMatchObject({ refunded: 3 * 329 })
})
