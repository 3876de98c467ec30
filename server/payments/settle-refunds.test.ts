import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'

async function paidLetter(app: PaymentsApp, card?: string) {
  const letter = await letterJustPaid(app, card)
  await app.deliver()
  return letter
}

const askBack = (app: PaymentsApp, letterId: string) =>
  app.db.transaction().execute((tx) => app.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

test('asked for ten times at once and worked on by three: the money goes back once (design/trust.md#database-is-the-guard)', async () => {
  const app = await openPayments()
  const { letterId } = await paidLetter(app)
  const asked = await Promise.all(Array.from({ length: 10 }, () => askBack(app, letterId)))
  expect(asked.toSorted((one, other) => other - one)).toEqual([329, ...Array.from({ length: 9 }, () => 0)])
  const settled = await Promise.all([1, 2, 3].map(() => app.settleRefunds()))
  expect(settled.filter((count) => count > 0)).toEqual([1])
  expect(await app.ledger()).toMatchObject({ received: 329, refunds: 1, refunded: 329 })
  const payment = await app.db.selectFrom('payment_money').selectAll().executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ state: 'refunded', refunded_cents: 329 })
  const refund = await app.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
  expect(refund.state).toBe('succeeded')
})

test('the cancellation that asked for it is rolled back: no refund', async () => {
  const app = await openPayments()
  const { letterId } = await paidLetter(app)
  const gone = app.db.transaction().execute(async (tx) => {
    await app.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' })
    throw new Error('no')
  })
  await expect(gone).rejects.toThrow('no')
  expect(await app.settleRefunds()).toBe(0)
  expect((await app.ledger()).refunds).toBe(0)
})

test.each([
  ['before', 0],
  ['after', 1],
])(
  'the provider falls silent %s it has given the money back: tried again, once (design/trust.md#unknown-is-a-state)',
  async (when, done) => {
    const app = await openPayments()
    const { letterId } = await paidLetter(app)
    await askBack(app, letterId)
    const keys: (string | null)[] = []
    app.network.meddle = async (call, go, key) => {
      if (call !== 'POST /v1/refunds') return go()
      keys.push(key)
      if (when === 'after') await go()
      throw new Error('no answer')
    }
    expect(await app.settleRefunds()).toBe(0)
    expect(await app.ledger()).toMatchObject({ refunds: done })
    expect((await app.books(letterId)).payments).toEqual(['paid'])
    if (when === 'before') {
      await app.tryAgainNow()
      expect(await app.settleRefunds()).toBe(0)
      expect(keys).toHaveLength(2)
      expect(keys[1]).toBe(keys[0])
    }

    app.network.meddle = (_call, go) => go()
    await app.tryAgainNow()
    expect(await app.settleRefunds()).toBe(1)
    expect(await app.ledger()).toMatchObject({ refunds: 1, refunded: 329 })
    expect((await app.books(letterId)).payments).toEqual(['refunded'])
  },
)

test('a refund that fails is logged by its kind, never in the words of the failure', async () => {
  const app = await openPayments()
  const { letterId } = await paidLetter(app)
  await askBack(app, letterId)
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'of ana@example.org' }
  app.network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.resolve(Response.json({ error }, { status: 400 })) : go()
  expect(await app.settleRefunds()).toBe(0)
  const { id: payment } = await app.db.selectFrom('payment_money').select('id').executeTakeFirstOrThrow()
  const kind = { type: 'StripeInvalidRequestError', code: 'charge_disputed' }
  expect(app.logged).toEqual([{ payment, attempts: 1, ...kind }])
  const job = app.db.selectFrom('job').select('error').where('kind', '=', 'refund')
  expect(await job.executeTakeFirst()).toEqual({ error: 'StripeInvalidRequestError charge_disputed' })
})

test('its key is in use: no other is used for it, however long the call that has it takes', async () => {
  const app = await openPayments()
  const { letterId } = await paidLetter(app)
  await askBack(app, letterId)
  const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use' }
  app.network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.resolve(Response.json({ error }, { status: 409 })) : go()
  for (const _ of [1, 2]) {
    expect(await app.settleRefunds()).toBe(0)
    app.clock.pass(2 * 24 * 3600 * 1000)
    await sql`update job set run_at = now() - interval '1 second'`.execute(app.db)
  }
  expect(await app.settleRefunds()).toBe(0)
  const { attempt } = await app.db.selectFrom('refund').select('attempt').executeTakeFirstOrThrow()
  expect(attempt).toBe(1)
})

test('a refund the provider refuses to bring about is not called done', async () => {
  const app = await openPayments()
  const { letterId } = await paidLetter(app)
  await askBack(app, letterId)
  app.network.meddle = (call, go) =>
    call === 'POST /v1/refunds'
      ? Promise.resolve(
          Response.json({ id: 're_1', object: 'refund', status: 'failed', amount: 329, created: 1 }),
        )
      : go()
  await app.settleRefunds()
  expect((await app.books(letterId)).payments).toEqual(['paid'])
  expect(await app.issues()).toEqual(['refund-failed'])
})

test('of each refund that is made at the provider a person hears, also after the first was seen to', async () => {
  const app = await openPayments()
  const { intentId } = await paidLetter(app)
  for (const amount of [100, 50]) {
    await app.cards.refunds.create({ payment_intent: intentId, amount })
    await app.deliver()
    expect(await app.openIssues()).toEqual(['refunded-outside'])
    await app.reconcile()
    await app.db.updateTable('issue').set({ settled_at: app.clock.now() }).execute()
    await app.deliver()
    expect(await app.openIssues()).toEqual([])
  }
})

test('of two that are seen at once, too', async () => {
  const app = await openPayments()
  const { intentId } = await paidLetter(app)
  for (const amount of [100, 50]) await app.cards.refunds.create({ payment_intent: intentId, amount })
  await app.deliver()
  expect(await app.openIssues()).toEqual(['refunded-outside', 'refunded-outside'])
})

test('a letter already in a batch is printed, refunded outside or not; a person hears of it', async () => {
  const app = await openPayments()
  const { letterId, intentId } = await paidLetter(app)
  await app.take(letterId, 'batch', 'operator')
  await app.cards.refunds.create({ payment_intent: intentId })
  await app.deliver()
  expect(await app.books(letterId)).toMatchObject({
    letter: 'batched',
    payments: ['refunded'],
    jobs: ['waiting'],
  })
  expect(await app.issues()).toEqual(['refunded-outside'])
})
