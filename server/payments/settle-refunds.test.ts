import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, type PaymentsApp } from '../testing/test-app.ts'

async function paidLetter() {
  const letter = await letterJustPaid()
  await letter.app.deliver()
  return letter
}

const askBack = (app: PaymentsApp, letterId: string) =>
  app.db.transaction().execute((tx) => app.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

async function askedBack() {
  const letter = await paidLetter()
  await askBack(letter.app, letter.letterId)
  return letter
}

/** The provider answers a request for a refund so. */
function answerRefunds({ network }: PaymentsApp, body: object, status = 200) {
  network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.resolve(Response.json(body, { status })) : go()
}

test('asked for ten times at once and worked on by three: the money goes back once (design/trust.md#database-is-the-guard)', async () => {
  const { app, letterId } = await paidLetter()
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
  const { app, letterId } = await paidLetter()
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
    const { app, letterId } = await askedBack()
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
  const { app } = await askedBack()
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'of ana@example.org' }
  answerRefunds(app, { error }, 400)
  expect(await app.settleRefunds()).toBe(0)
  const { id: payment } = await app.db.selectFrom('payment_money').select('id').executeTakeFirstOrThrow()
  const kind = { type: 'StripeInvalidRequestError', code: 'charge_disputed' }
  expect(app.logged).toEqual([{ payment, attempts: 1, ...kind }])
  const job = app.db.selectFrom('job').select('error').where('kind', '=', 'refund')
  expect(await job.executeTakeFirst()).toEqual({ error: 'StripeInvalidRequestError charge_disputed' })
})

test('its key is in use: no other is used for it, however long the call that has it takes', async () => {
  const { app } = await askedBack()
  const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use' }
  answerRefunds(app, { error }, 409)
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
  const { app, letterId } = await askedBack()
  answerRefunds(app, { id: 're_1', object: 'refund', status: 'failed', amount: 329, created: 1 })
  await app.settleRefunds()
  expect((await app.books(letterId)).payments).toEqual(['paid'])
  expect(await app.issues()).toEqual(['refund-failed'])
})

test('of each refund that is made at the provider a person hears, also after the first was seen to', async () => {
  const { app, intentId } = await paidLetter()
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
  const { app, intentId } = await paidLetter()
  for (const amount of [100, 50]) await app.cards.refunds.create({ payment_intent: intentId, amount })
  await app.deliver()
  expect(await app.openIssues()).toEqual(['refunded-outside', 'refunded-outside'])
})

test('a letter already in a batch is printed, refunded outside or not; a person hears of it', async () => {
  const { app, letterId, intentId } = await paidLetter()
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
