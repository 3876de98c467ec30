import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments, type PaymentsApp } from '../testing/test-app.ts'

async function paidLetter(house: PaymentsApp, card?: string) {
  const letter = await letterJustPaid(house, card)
  await house.deliver()
  return letter
}

const askBack = (house: PaymentsApp, letterId: string) =>
  house.db.transaction().execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))

/** Now, and by that number of refunds in all. */
async function goesBack(house: PaymentsApp, letterId: string, refunds: number) {
  expect(await house.settleRefunds()).toBe(1)
  expect(await house.ledger()).toMatchObject({ refunds, refunded: 329 })
  expect((await house.books(letterId)).payments).toEqual(['refunded'])
}

test('asked for ten times at once and worked on by three: the money goes back once (design/trust.md#database-is-the-guard)', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  const asked = await Promise.all(Array.from({ length: 10 }, () => askBack(house, letterId)))
  expect(asked.toSorted((one, other) => other - one)).toEqual([329, ...Array.from({ length: 9 }, () => 0)])
  const settled = await Promise.all([1, 2, 3].map(() => house.settleRefunds()))
  expect(settled.filter((count) => count > 0)).toEqual([1])
  expect(await house.ledger()).toMatchObject({ received: 329, refunds: 1, refunded: 329 })
  const payment = await house.db.selectFrom('payment_money').selectAll().executeTakeFirstOrThrow()
  expect(payment).toMatchObject({ state: 'refunded', refunded_cents: 329 })
  const refund = await house.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
  expect(refund).toMatchObject({ provider_id: expect.stringMatching(/^re_/), settled_at: expect.any(Date) })
})

test('the cancellation that asked for it is rolled back: no refund', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  const gone = house.db.transaction().execute(async (tx) => {
    await house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' })
    throw new Error('no')
  })
  await expect(gone).rejects.toThrow('no')
  expect(await house.settleRefunds()).toBe(0)
  expect((await house.ledger()).refunds).toBe(0)
})

test.each([
  ['before', 0],
  ['after', 1],
])(
  'the provider falls silent %s it has given the money back: tried again, once (design/trust.md#unknown-is-a-state)',
  async (when, done) => {
    const house = await openPayments()
    const { letterId } = await paidLetter(house)
    await askBack(house, letterId)
    const keys: (string | null)[] = []
    house.network.meddle = async (call, go, key) => {
      if (call !== 'POST /v1/refunds') return go()
      keys.push(key)
      if (when === 'after') await go()
      throw new Error('no answer')
    }
    expect(await house.settleRefunds()).toBe(0)
    expect(await house.ledger()).toMatchObject({ refunds: done })
    expect((await house.books(letterId)).payments).toEqual(['paid'])
    if (when === 'before') {
      await house.tryAgainNow()
      expect(await house.settleRefunds()).toBe(0)
      expect(keys).toHaveLength(2)
      expect(keys[1]).toBe(keys[0])
    }

    house.network.meddle = (_call, go) => go()
    await house.tryAgainNow()
    await goesBack(house, letterId, 1)
  },
)

test('the provider tells us of our refund before it has answered us: no concern', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  await askBack(house, letterId)
  house.network.meddle = async (call, go) => {
    const answer = await go()
    if (call === 'POST /v1/refunds') expect(await house.deliver()).toBe(1)
    return answer
  }
  expect(await house.settleRefunds()).toBe(1)
  expect(await house.concerns()).toEqual([])
  const refund = await house.db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
  expect(refund).toMatchObject({ provider_id: expect.stringMatching(/^re_/), settled_at: expect.any(Date) })
  expect((await house.books(letterId)).payments).toEqual(['refunded'])
})

test('a refund that fails is logged by its kind, never in the words of the failure', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  await askBack(house, letterId)
  const error = { type: 'invalid_request_error', code: 'charge_disputed', message: 'of ana@example.org' }
  house.network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.resolve(Response.json({ error }, { status: 400 })) : go()
  expect(await house.settleRefunds()).toBe(0)
  const { id: payment } = await house.db.selectFrom('payment_money').select('id').executeTakeFirstOrThrow()
  const kind = { type: 'StripeInvalidRequestError', code: 'charge_disputed' }
  expect(house.logged).toEqual([{ payment, attempts: 1, ...kind }])
  const job = house.db.selectFrom('job').select('error').where('kind', '=', 'refund')
  expect(await job.executeTakeFirst()).toEqual({ error: 'StripeInvalidRequestError charge_disputed' })
})

test('its key is in use: no other is used for it, however long the call that has it takes', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  await askBack(house, letterId)
  const error = { type: 'invalid_request_error', code: 'idempotency_key_in_use' }
  house.network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.resolve(Response.json({ error }, { status: 409 })) : go()
  for (const _ of [1, 2]) {
    expect(await house.settleRefunds()).toBe(0)
    house.clock.pass(2 * 24 * 3600 * 1000)
    await sql`update job set run_at = now() - interval '1 second'`.execute(house.db)
  }
  expect(await house.settleRefunds()).toBe(0)
  const { attempt } = await house.db.selectFrom('refund').select('attempt').executeTakeFirstOrThrow()
  expect(attempt).toBe(1)
})

test('a refund the provider refuses to bring about is not called done', async () => {
  const house = await openPayments()
  const { letterId } = await paidLetter(house)
  await askBack(house, letterId)
  house.network.meddle = (call, go) =>
    call === 'POST /v1/refunds'
      ? Promise.resolve(
          Response.json({ id: 're_1', object: 'refund', status: 'failed', amount: 329, created: 1 }),
        )
      : go()
  await house.settleRefunds()
  expect((await house.books(letterId)).payments).toEqual(['paid'])
  expect(await house.concerns()).toEqual(['refund-failed'])
})

test('part of it went back at the provider before: only the rest follows', async () => {
  const house = await openPayments()
  const { letterId, intentId } = await paidLetter(house)
  await house.cards.refunds.create({ payment_intent: intentId, amount: 100 })
  await house.deliver()
  expect(await house.books(letterId)).toMatchObject({ letter: 'paid', payments: ['paid'] })
  expect(await house.concerns()).toEqual(['refunded-outside'])
  await askBack(house, letterId)
  await goesBack(house, letterId, 2)
})

test('of each refund that is made at the provider a person hears, also after the first was seen to', async () => {
  const house = await openPayments()
  const { intentId } = await paidLetter(house)
  for (const amount of [100, 50]) {
    await house.cards.refunds.create({ payment_intent: intentId, amount })
    await house.deliver()
    expect(await house.openConcerns()).toEqual(['refunded-outside'])
    await house.reconcile()
    await house.db.updateTable('concern').set({ settled_at: house.clock.now() }).execute()
    await house.deliver()
    expect(await house.openConcerns()).toEqual([])
  }
})

test('of two that are seen at once, too', async () => {
  const house = await openPayments()
  const { intentId } = await paidLetter(house)
  for (const amount of [100, 50]) await house.cards.refunds.create({ payment_intent: intentId, amount })
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['refunded-outside', 'refunded-outside'])
})

test('a letter already in a batch is printed, refunded outside or not; a person hears of it', async () => {
  const house = await openPayments()
  const { letterId, intentId } = await paidLetter(house)
  await house.take(letterId, 'batch', 'operator')
  await house.cards.refunds.create({ payment_intent: intentId })
  await house.deliver()
  expect(await house.books(letterId)).toMatchObject({
    letter: 'batched',
    payments: ['refunded'],
    jobs: ['waiting'],
  })
  expect(await house.concerns()).toEqual(['refunded-outside'])
})
