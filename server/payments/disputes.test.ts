import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, type PaymentsApp } from '../testing/test-app.ts'
import { disputeStateOf } from './provider-states.ts'

const disputed = '4000 0000 0000 0259'
const inquired = '4000 0000 0000 1976'

/** Paid, and then its bank asks; nothing was booked of it yet. */
async function claimed(card = disputed) {
  const letter = await letterJustPaid(undefined, card)
  const { app } = letter
  const [dispute] = (await app.cards.disputes.list()).data
  if (!dispute) throw new Error('no dispute')
  const decide = (uncategorized_text: 'winning_evidence' | 'losing_evidence') => {
    app.clock.pass(days(60))
    return app.cards.disputes.update(dispute.id, { evidence: { uncategorized_text } })
  }
  return { ...letter, dispute: dispute.id, decide }
}

const known = async ({ db }: PaymentsApp) => {
  const { state, dispute } = await db.selectFrom('payment_money').selectAll().executeTakeFirstOrThrow()
  return [state, dispute]
}
/** The provider shows it so from now on. */
async function shows(app: PaymentsApp, status: string, event = 'charge.dispute.updated', id?: string) {
  app.clock.pass(1000)
  const [last] = (await app.cards.disputes.list()).data
  const created = Math.floor(app.clock.now().getTime() / 1000)
  const object = { ...last, status, ...(id && { id }) }
  const body = { id: `evt_${created}`, object: 'event', type: event, created, data: { object } }
  await app.db
    .insertInto('sandbox_card_event')
    .values({ id: body.id, body: JSON.stringify(body), created, delivered_at: null })
    .execute()
}

test.each([disputed, inquired])('%s: stopped before the batch, and a person answers it', async (card) => {
  const { app, letterId } = await claimed(card)
  await app.deliver()
  expect(await app.books(letterId)).toMatchObject({ letter: 'needs-person', payments: ['paid'] })
  expect(await app.openIssues()).toEqual(['dispute'])
  expect(await known(app)).toEqual(['paid', 'open'])
})

test.each([
  ['winning_evidence', 'won', 'dispute-won'],
  ['losing_evidence', 'lost', 'dispute-lost'],
] as const)('%s: %s by its event, or by reconciling when that is lost', async (evidence, state, issue) => {
  for (const isTold of [true, false]) {
    const { app, letterId, decide } = await claimed()
    await app.deliver()
    await decide(evidence)
    if (isTold) await app.deliver()
    else expect(await app.reconcile()).toMatchObject({ changed: 1, unreachable: 0 })
    expect(await known(app)).toEqual(['paid', state])
    expect(await app.openIssues()).toEqual([issue])
    expect((await app.books(letterId)).letter).toBe('needs-person')
    expect(await app.reconcile()).toMatchObject({ changed: 0 })
    expect(await app.openIssues()).toEqual([issue])
  }
})

test('its events doubled and in any order change the books once', async () => {
  const { app, letterId, decide } = await claimed()
  await app.reconcile()
  await decide('winning_evidence')
  const told = await app.db
    .selectFrom('sandbox_card_event')
    .select('body')
    .orderBy('created', 'desc')
    .execute()
  const bodies = [...told, ...told].map(({ body }) => JSON.stringify(body))
  const answers = await Promise.all(bodies.map((body) => app.post(body, app.sign(body))))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await known(app)).toEqual(['paid', 'won'])
  expect(await app.issues()).toEqual(['dispute', 'dispute-won'])
  expect(await app.openIssues()).toEqual(['dispute-won'])
  expect((await app.books(letterId)).letter).toBe('needs-person')
})

test('what was seen while it was open and is booked after it was won takes nothing back', async () => {
  const { app, intentId, decide } = await claimed()
  await app.deliver()
  const early = await app.cards.disputes.list({ payment_intent: intentId })
  await decide('winning_evidence')
  await app.deliver()
  app.network.meddle = (call, go) =>
    call === 'GET /v1/disputes' ? Promise.resolve(Response.json(early)) : go()
  await shows(app, 'under_review')
  await app.deliver()
  expect(await known(app)).toEqual(['paid', 'won'])
})

test.each([
  ['warning_under_review', 'open'],
  ['under_review', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'lost'],
  ['a status of next year', 'open'],
])('the provider says %s: %s', (status, state) => expect(disputeStateOf(status)).toBe(state))

/** Somebody has seen to all that a person was told of. */
const seenTo = ({ db, clock }: PaymentsApp) =>
  db.updateTable('issue').set({ settled_at: clock.now() }).execute()

test('a second one while the bank still decides about the first is told too, once', async () => {
  const { app } = await claimed()
  await app.deliver()
  await seenTo(app)
  await shows(app, 'needs_response', 'charge.dispute.created', 'zz_second')
  await app.deliver()
  expect(await known(app)).toEqual(['paid', 'open'])
  expect(await app.openIssues()).toEqual(['dispute'])
  await seenTo(app)
  await shows(app, 'under_review', 'charge.dispute.updated', 'zz_second')
  await app.deliver()
  await app.reconcile()
  expect(await app.openIssues()).toEqual([])
})

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
] as const)('%s, and a second one ends so, too: a person hears of both ends', async (evidence, state) => {
  const { app, decide } = await claimed()
  await app.deliver()
  await decide(evidence)
  await app.deliver()
  await seenTo(app)
  await shows(app, 'needs_response', 'charge.dispute.created', 'zz_second')
  await app.deliver()
  expect(await app.openIssues()).toEqual(['dispute'])
  await shows(app, state, 'charge.dispute.closed', 'zz_second')
  await app.deliver()
  expect(await known(app)).toEqual(['paid', state])
  expect(await app.openIssues()).toEqual([`dispute-${state}`])
})

test('lost and appealed, the money is gone; won after all, and lost again: told again', async () => {
  const { app, decide } = await claimed()
  await decide('losing_evidence')
  await app.deliver()
  await shows(app, 'appeal_under_review')
  await app.deliver()
  expect(await known(app)).toEqual(['paid', 'lost'])
  for (const status of ['won', 'lost']) {
    await shows(app, status)
    await app.deliver()
    expect(await known(app)).toEqual(['paid', status])
    expect(await app.openIssues()).toEqual([`dispute-${status}`])
  }
})

/** The letter has ended and its refund is asked for before we have heard of the dispute. */
async function refundAskedBefore(app: PaymentsApp) {
  await app.db.updateTable('letter').set({ state: 'cancelled' }).execute()
  const { body } = await app.db
    .selectFrom('sandbox_card_event')
    .select('body')
    .where(sql`body ->> 'type'`, '=', 'payment_intent.succeeded')
    .executeTakeFirstOrThrow()
  app.network.meddle = (call, go) =>
    call === 'GET /v1/disputes'
      ? Promise.resolve(Response.json({ object: 'list', data: [], has_more: false }))
      : go()
  const told = JSON.stringify(body)
  expect(await app.post(told, app.sign(told))).toBe(200)
  app.network.meddle = (_call, go) => go()
}

test('a refund asked for before waits while the bank decides; won, it goes back; lost, it never does', async () => {
  for (const [evidence, refunds, waiting] of [
    ['winning_evidence', 1, 0],
    ['losing_evidence', 0, 0],
  ] as const) {
    const { app, letterId, decide } = await claimed()
    await refundAskedBefore(app)
    expect(await app.settleRefunds()).toBe(0)
    expect(await known(app)).toEqual(['paid', 'open'])
    await decide(evidence)
    await app.deliver()
    await app.tryAgainNow()
    expect(await app.settleRefunds()).toBe(refunds)
    expect((await app.ledger()).refunds).toBe(refunds)
    expect(await app.waitingRefunds()).toHaveLength(waiting)
    expect(await app.retryOwedRefund(letterId)).toBe(0)
    await app.reconcile()
    expect(await app.openIssues()).toEqual(refunds ? ['paid-after-end'] : ['dispute-lost', 'paid-after-end'])
  }
})

test('a refund asked for before an inquiry waits too: of an inquiry the charge itself may say nothing', async () => {
  const { app } = await claimed(inquired)
  await refundAskedBefore(app)
  await app.deliver()
  expect(await known(app)).toEqual(['paid', 'open'])
  app.network.meddle = async (_call, go) => {
    const answer = await go()
    return new Response((await answer.text()).replace('"disputed":true', '"disputed":false'), answer)
  }
  expect(await app.settleRefunds()).toBe(0)
  expect((await app.ledger()).refunds).toBe(0)
})
