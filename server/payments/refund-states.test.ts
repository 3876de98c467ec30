import { days, hours, minutes } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, type PaymentsApp } from '../testing/test-app.ts'

const late = '4000 0000 0000 7726'
const fails = '4000 0000 0000 5126'

async function askedBack(card?: string) {
  const letter = await letterJustPaid(undefined, card)
  const { app } = letter
  await app.deliver()
  await app.db
    .transaction()
    .execute((tx) => app.requestRefund(tx, { letterId: letter.letterId, reason: 'cancelled-by-sender' }))
  return letter
}

const known = async ({ db }: PaymentsApp) => {
  const { state, attempt } = await db.selectFrom('refund').selectAll().executeTakeFirstOrThrow()
  const payment = await db.selectFrom('payment_money').selectAll().executeTakeFirstOrThrow()
  return { state, attempt, payment: [payment.state, payment.refunded_cents] }
}

test('pending is not back: it is settled when the provider says that it has succeeded', async () => {
  const { app } = await askedBack(late)
  await app.settleRefunds()
  await app.deliver()
  expect(await known(app)).toEqual({ state: 'pending', attempt: 1, payment: ['paid', 0] })
  app.clock.pass(hours(2))
  await app.deliver()
  const settled = { state: 'succeeded', attempt: 1, payment: ['refunded', 329] }
  expect(await known(app)).toEqual(settled)
})

test('one that fails days later is heard of, by its event or, when that is lost, by reconciling after weeks', async () => {
  for (const isTold of [true, false]) {
    const { app, letterId } = await askedBack(fails)
    await app.settleRefunds()
    await app.deliver()
    expect(await known(app)).toMatchObject({ state: 'succeeded', payment: ['refunded', 329] })
    app.clock.pass(days(isTold ? 2 : 20))
    if (isTold) await app.deliver()
    else await app.reconcile()
    expect(await known(app)).toMatchObject({ state: 'failed', payment: ['paid', 0] })
    expect(await app.openIssues()).toEqual(['refund-failed'])
    expect(await app.retryOwedRefund(letterId)).toBe(329)
    expect(await known(app)).toMatchObject({ state: 'asked', attempt: 2 })
  }
})

test('asked for again, it is another refund under another key; its issue is settled when it arrives', async () => {
  const { app, letterId } = await askedBack(fails)
  await app.settleRefunds()
  app.clock.pass(days(3))
  await app.deliver()
  await app.db
    .updateTable('sandbox_card_intent')
    .set({ body: sql`body || '{"refunds_end": null}'` })
    .execute()
  const keys: (string | null)[] = []
  app.network.meddle = (call, go, key) => (call === 'POST /v1/refunds' && keys.push(key), go())
  expect(await app.retryOwedRefund(letterId)).toBe(329)
  expect(await app.settleRefunds()).toBe(1)
  expect(keys).toEqual([expect.stringMatching(/^refund:.*:2$/)])
  expect(await known(app)).toEqual({
    state: 'succeeded',
    attempt: 2,
    payment: ['refunded', 329],
  })
  expect(await app.openIssues()).toEqual([])
  expect(await app.retryOwedRefund(letterId)).toBe(0)
})

test('asked back by a cancellation after it had failed: what that promises is asked for again, under another key', async () => {
  const { app, letterId } = await askedBack(fails)
  await app.settleRefunds()
  app.clock.pass(days(3))
  await app.deliver()
  const cancelled = { letterId, reason: 'cancelled-by-sender' }
  const ask = () => app.db.transaction().execute((tx) => app.requestRefund(tx, cancelled))
  expect([await ask(), await ask()]).toEqual([329, 0])
  expect(await known(app)).toMatchObject({ state: 'asked', attempt: 2 })
  expect([await app.settleRefunds(), (await app.ledger()).refunds]).toEqual([1, 2])
})

test('a failure the provider repeats for a day: never given up, looked up, then under a new key', async () => {
  const { app } = await askedBack()
  const keys = new Set<string | null>()
  app.network.meddle = (call, go, key) => {
    if (call !== 'POST /v1/refunds') return go()
    keys.add(key)
    if (keys.size > 1) return go()
    return Promise.resolve(Response.json({ error: { type: 'api_error' } }, { status: 500 }))
  }
  for (let hour = 0; hour < 24; hour++) {
    await app.tryAgainNow()
    expect(await app.settleRefunds()).toBe(0)
    if (hour < 23) app.clock.pass(hours(1) - 1)
  }
  expect(keys.size).toBe(1)
  app.clock.pass(hours(1))
  await app.reconcile()
  expect(await app.openIssues()).toEqual([])
  app.clock.pass(hours(1))
  await app.reconcile()
  expect(await app.openIssues()).toEqual(['refund-stuck'])
  await app.tryAgainNow()
  expect(await app.settleRefunds()).toBe(1)
  expect(keys.size).toBe(2)
  expect(await app.ledger()).toMatchObject({ refunds: 1, refunded: 329 })
  expect(await app.openIssues()).toEqual([])
})

test('asked for again and stuck again: told again, once', async () => {
  const { app, letterId } = await askedBack()
  app.network.meddle = (call, go) =>
    call === 'POST /v1/refunds' ? Promise.reject(new Error('no answer')) : go()
  for (let time = 0; time < 2; time++) {
    app.clock.pass(days(1) + minutes(1))
    await app.reconcile()
    expect(await app.openIssues()).toEqual(['refund-stuck'])
    expect(await app.retryOwedRefund(letterId)).toBe(329)
    app.clock.pass(minutes(1))
    await app.db.updateTable('issue').set({ settled_at: app.clock.now() }).execute()
    await app.reconcile()
    expect(await app.openIssues()).toEqual([])
  }
})
