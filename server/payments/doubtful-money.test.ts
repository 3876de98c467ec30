import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, openLetter, openPayments } from '../testing/test-app.ts'
import { takeStep } from '../letters/steps.ts'
import { lockWaits } from '../testing/locks/lock-waits.ts'

const untouched = { letter: 'frozen', payments: ['open'], jobs: [], mails: [] }

const noLetter = '00000000-0000-4000-8000-000000000000'

test.each([
  ['sum', { amount_received: 328 }],
  ['currency', { currency: 'usd' }],
  ['letter', { letter_id: noLetter }],
  ['PDF', { pdf_sha256: 'of other bytes' }],
])(
  'another %s than the frozen one: nothing is printed, a person decides (design/trust.md#webhook-is-a-hint)',
  async (_what, other) => {
    const { house, letterId } = await letterJustPaid()
    const { id, body } = await house.db
      .selectFrom('sandbox_card_intent')
      .selectAll()
      .executeTakeFirstOrThrow()
    const metadata = { ...(body['metadata'] as object), ...other }
    await house.db
      .updateTable('sandbox_card_intent')
      .set({ body: JSON.stringify({ ...body, ...other, metadata }) })
      .where('id', '=', id)
      .execute()
    expect(await house.deliver()).toBe(1)
    expect(await house.books(letterId)).toEqual({ ...untouched, letter: 'needs-person', payments: ['taken'] })
    expect(await house.concerns()).toEqual(['payment-mismatch'])
    const { note } = await house.db.selectFrom('concern').select('note').executeTakeFirstOrThrow()
    expect(note).toMatch(
      /ha cobrado 3,2[89] (€|US\$) y la carta pedía 3,29 €\. .+ «Sin pagar»\. No se imprime/,
    )
  },
)

test('money for a payment that is closed in our books is nobody’s guess: a person decides', async () => {
  const { house, letterId } = await letterJustPaid()
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  expect(await house.deliver()).toBe(1)
  expect(await house.books(letterId)).toMatchObject({ letter: 'needs-person', jobs: [] })
  expect(await house.concerns()).toEqual(['payment-mismatch'])
})

test('another sum was paid, and its sender asks again before we are told: it is stopped, and said so, not paid', async () => {
  const { house, letterId, accountId } = await letterJustPaid()
  await sql`update sandbox_card_intent set body = jsonb_set(body, '{amount_received}', '328')`.execute(
    house.db,
  )
  expect((await house.askIntent(letterId, accountId)).json()).toMatchObject({ code: 'letter-stopped' })
  expect((await house.books(letterId)).letter).toBe('needs-person')
})

test('the webhook waits for a cancellation under way, and then gives the money back', async () => {
  const { house, letterId } = await letterJustPaid()
  const delivered = await house.db.transaction().execute(async (tx) => {
    await takeStep(tx, { letterId, step: 'cancel', cause: 'sender', now: house.clock.now() })
    const delivering = house.deliver()
    await expect.poll(() => lockWaits(house.db)).toBe(1)
    return { delivering }
  })
  expect(await delivered.delivering).toBe(1)
  expect(await house.books(letterId)).toMatchObject({
    letter: 'cancelled',
    jobs: [],
    mails: ['cancelled'],
  })
})

test.each(['cancelled', 'expired'] as const)(
  'money for a letter that is %s goes back by itself, and a person hears of it',
  async (state) => {
    const { house, letterId } = await letterJustPaid()
    await house.db.updateTable('letter').set({ state }).execute()
    await house.deliver()
    expect(await house.books(letterId)).toEqual({
      letter: state,
      payments: ['paid'],
      jobs: [],
      mails: ['cancelled'],
    })
    expect(await house.concerns()).toEqual(['paid-after-end'])
    expect(await house.settleRefunds()).toBe(1)
    expect(await house.ledger()).toMatchObject({ received: 329, refunds: 1, refunded: 329 })
    expect((await house.books(letterId)).payments).toEqual(['refunded'])
  },
)

test('what was taken beside a letter’s payment is given back at the provider: the letter goes its way', async () => {
  const { house, accountId, letterId } = await openLetter()
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId))
  await house.deliver()
  await house.confirm(closed)
  await house.deliver()
  const paid = { letter: 'paid', jobs: ['waiting'], mails: ['receipt'] }
  expect(await house.books(letterId)).toMatchObject(paid)
  expect(await house.openConcerns()).toEqual(['payment-mismatch'])

  await house.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await house.deliver()
  expect(await house.books(letterId)).toMatchObject(paid)
  expect((await house.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await house.openConcerns()).toEqual(['refunded-outside'])
})

const fails = '4000 0000 0000 5126'
const disputed = '4000 0000 0000 0259'

test('a refund that failed calls a person until it is back, whatever else of the letter is', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId), fails)
  await house.deliver()
  await house.db
    .transaction()
    .execute((tx) => house.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))
  await house.settleRefunds()
  house.clock.pass(days(2))
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['refund-failed'])

  await house.confirm(closed)
  await house.deliver()
  await house.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await house.deliver()
  expect((await house.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await house.openConcerns()).toEqual(['refund-failed', 'refunded-outside'])
})

test('a dispute that was won calls a person whatever becomes of the letter’s other payment', async () => {
  const house = await openPayments()
  const accountId = await house.account()
  const letterId = await house.letter(accountId)
  const closed = await house.secret(letterId, accountId)
  await house.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await house.confirm(await house.secret(letterId, accountId), disputed)
  await house.deliver()
  const [dispute] = (await house.cards.disputes.list()).data
  house.clock.pass(days(60))
  await house.cards.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute-won'])

  await house.confirm(closed, disputed)
  await house.deliver()
  expect(await house.openConcerns()).toEqual(['dispute', 'dispute-won', 'payment-mismatch'])
})
