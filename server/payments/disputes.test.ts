import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, type PaymentsApp } from '../testing/test-app.ts'

const disputed = '4000 0000 0000 0259'
const inquired = '4000 0000 0000 1976'

/** Paid, and then its bank asks; nothing was booked of it yet. */
async function claimed(card = disputed) {
  const letter = await letterJustPaid(undefined, card)
  const { house } = letter
  const [dispute] = (await house.cards.disputes.list()).data
  if (!dispute) throw new Error('nobody complained')
  const decide = (uncategorized_text: 'winning_evidence' | 'losing_evidence') => {
    house.clock.pass(days(60))
    return house.cards.disputes.update(dispute.id, { evidence: { uncategorized_text } })
  }
  return { ...letter, dispute: dispute.id, decide }
}

const known = async ({ db }: PaymentsApp) => {
  const { state, dispute } = await db.selectFrom('payment_money').selectAll().executeTakeFirstOrThrow()
  return [state, dispute]
}
/** The provider shows it so from now on. */
async function shows(house: PaymentsApp, status: string, event = 'charge.dispute.updated', id?: string) {
  house.clock.pass(1000)
  const [last] = (await house.cards.disputes.list()).data
  const created = Math.floor(house.clock.now().getTime() / 1000)
  const object = { ...last, status, ...(id && { id }) }
  const body = { id: `evt_${created}`, object: 'event', type: event, created, data: { object } }
  await house.db
    .insertInto('sandbox_card_event')
    .values({ id: body.id, body: JSON.stringify(body), created, delivered_at: null })
    .execute()
}

test.each([disputed, inquired])('%s: stopped before the batch, and a person answers it', async (card) => {
  const { house, letterId } = await claimed(card)
  await house.deliver()
  expect(await house.books(letterId)).toMatchObject({ letter: 'needs-person', payments: ['paid'] })
  expect(await house.openConcerns()).toEqual(['dispute'])
  expect(await known(house)).toEqual(['paid', 'open'])
})

test.each([
  ['winning_evidence', 'won', 'dispute-won'],
  ['losing_evidence', 'lost', 'dispute-lost'],
] as const)('%s: %s by its event, or by reconciling when that is lost', async (evidence, state, concern) => {
  for (const isTold of [true, false]) {
    const { house, letterId, decide } = await claimed()
    await house.deliver()
    await decide(evidence)
    if (isTold) await house.deliver()
    else expect(await house.reconcile()).toMatchObject({ changed: 1, unreachable: 0 })
    expect(await known(house)).toEqual(['paid', state])
    expect(await house.openConcerns()).toEqual([concern])
    expect((await house.books(letterId)).letter).toBe('needs-person')
    expect(await house.reconcile()).toMatchObject({ changed: 0 })
    expect(await house.openConcerns()).toEqual([concern])
  }
})

test('nobody told us of one at all: found, once, and stopped', async () => {
  const { house, letterId } = await claimed()
  expect(await house.reconcile()).toMatchObject({ changed: 1 })
  expect((await house.books(letterId)).letter).toBe('needs-person')
  expect(await house.reconcile()).toMatchObject({ changed: 0 })
  expect(await house.concerns()).toEqual(['dispute'])
})

test('its events doubled and in any order change the books once', async () => {
  const { house, letterId, decide } = await claimed()
  await house.reconcile()
  await decide('winning_evidence')
  const told = await house.db
    .selectFrom('sandbox_card_event')
    .select('body')
    .orderBy('created', 'desc')
    .execute()
  const bodies = [...told, ...told].map(({ body }) => JSON.stringify(body))
  const answers = await Promise.all(bodies.map((body) => house.post(body, house.sign(body))))
  expect(new Set(answers)).toEqual(new Set([200]))
  expect(await known(house)).toEqual(['paid', 'won'])
  expect(await house.concerns()).toEqual(['dispute', 'dispute-won'])
  expect(await house.openConcerns()).toEqual(['dispute-won'])
  expect((await house.books(letterId)).letter).toBe('needs-person')
})

test('what was seen while it was open and is booked after it was won takes nothing back', async () => {
  const { house, intentId, decide } = await claimed()
  await house.deliver()
  const early = await house.cards.disputes.list({ payment_intent: intentId })
  await decide('winning_evidence')
  await house.deliver()
  house.network.meddle = (call, go) =>
    call === 'GET /v1/disputes' ? Promise.resolve(Response.json(early)) : go()
  await shows(house, 'under_review')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'won'])
})

test.each([
  ['warning_under_review', 'open'],
  ['under_review', 'open'],
  ['warning_closed', 'won'],
  ['prevented', 'lost'],
  ['a status of next year', 'open'],
] as const)('the provider says %s: %s', async (status, state) => {
  const { house } = await claimed()
  await shows(house, status)
  await house.deliver()
  expect(await known(house)).toEqual(['paid', state])
})

test('lost, appealed and won after all: until then the money is gone', async () => {
  const { house, decide } = await claimed()
  await decide('losing_evidence')
  await house.deliver()
  await shows(house, 'appeal_under_review')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'lost'])
  await shows(house, 'won')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'won'])
  expect(await house.openConcerns()).toEqual(['dispute-won'])
})

test('a second dispute of the same charge, after the first was won, is open again', async () => {
  const { house, decide } = await claimed()
  await decide('winning_evidence')
  await house.deliver()
  await shows(house, 'needs_response', 'charge.dispute.created', 'dp_second')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'open'])
  expect(await house.openConcerns()).toEqual(['dispute'])
})

/** Somebody has seen to all that a person was told of. */
const seenTo = ({ db, clock }: PaymentsApp) =>
  db.updateTable('concern').set({ settled_at: clock.now() }).execute()

test('a second one while the bank still decides about the first is told too, once', async () => {
  const { house } = await claimed()
  await house.deliver()
  await seenTo(house)
  await shows(house, 'needs_response', 'charge.dispute.created', 'zz_second')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'open'])
  expect(await house.openConcerns()).toEqual(['dispute'])
  await seenTo(house)
  await shows(house, 'under_review', 'charge.dispute.updated', 'zz_second')
  await house.deliver()
  await house.reconcile()
  expect(await house.openConcerns()).toEqual([])
})

test.each([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
] as const)('%s, and a second one ends so, too: a person hears of both ends', async (evidence, state) => {
  const { house, decide } = await claimed()
  await house.deliver()
  await decide(evidence)
  await house.deliver()
  await seenTo(house)
  await shows(house, 'needs_response', 'charge.dispute.created', 'zz_second')
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute'])
  await shows(house, state, 'charge.dispute.closed', 'zz_second')
  await house.deliver()
  expect(await known(house)).toEqual(['paid', state])
  expect(await house.openConcerns()).toEqual([`dispute-${state}`])
})

test('lost, won after all, and lost again: told again', async () => {
  const { house, decide } = await claimed()
  await decide('losing_evidence')
  await house.deliver()
  for (const status of ['won', 'lost']) {
    await shows(house, status)
    await house.deliver()
    expect(await house.openConcerns()).toEqual([`dispute-${status}`])
  }
})

/** The letter has ended and its refund is asked for before we have heard of the dispute. */
async function refundAskedBefore(house: PaymentsApp) {
  await house.db.updateTable('letter').set({ state: 'cancelled' }).execute()
  const { body } = await house.db
    .selectFrom('sandbox_card_event')
    .select('body')
    .where(sql`body ->> 'type'`, '=', 'payment_intent.succeeded')
    .executeTakeFirstOrThrow()
  house.network.meddle = (call, go) =>
    call === 'GET /v1/disputes'
      ? Promise.resolve(Response.json({ object: 'list', data: [], has_more: false }))
      : go()
  const told = JSON.stringify(body)
  expect(await house.post(told, house.sign(told))).toBe(200)
  house.network.meddle = (_call, go) => go()
}

test('a refund asked for before waits while the bank decides; won, it goes back; lost, it never does', async () => {
  for (const [evidence, refunds, waiting] of [
    ['winning_evidence', 1, 0],
    ['losing_evidence', 0, 0],
  ] as const) {
    const { house, letterId, decide } = await claimed()
    await refundAskedBefore(house)
    expect(await house.settleRefunds()).toBe(0)
    expect(await known(house)).toEqual(['paid', 'open'])
    await decide(evidence)
    await house.deliver()
    await house.tryAgainNow()
    expect(await house.settleRefunds()).toBe(refunds)
    expect((await house.ledger()).refunds).toBe(refunds)
    expect(await house.waitingRefunds()).toHaveLength(waiting)
    expect(await house.retryOwedRefund(letterId)).toBe(0)
    await house.reconcile()
    expect(await house.openConcerns()).toEqual(
      refunds ? ['paid-after-end'] : ['dispute-lost', 'paid-after-end'],
    )
  }
})

test('a refund asked for before an inquiry waits too: of an inquiry the charge itself may say nothing', async () => {
  const { house } = await claimed(inquired)
  await refundAskedBefore(house)
  await house.deliver()
  expect(await known(house)).toEqual(['paid', 'open'])
  house.network.meddle = async (_call, go) => {
    const answer = await go()
    return new Response((await answer.text()).replace('"disputed":true', '"disputed":false'), answer)
  }
  expect(await house.settleRefunds()).toBe(0)
  expect((await house.ledger()).refunds).toBe(0)
})
