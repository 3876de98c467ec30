import { days } from '@lacre/letter/days.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letterJustPaid, letterToPay } from '../testing/test-app.ts'

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
    const { app, letterId } = await letterJustPaid()
    const { body } = await app.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
    const metadata = { ...(body['metadata'] as object), ...other }
    const shown = JSON.stringify({ ...body, ...other, metadata })
    await app.db.updateTable('sandbox_card_intent').set('body', shown).execute()
    expect(await app.deliver()).toBe(1)
    expect(await app.books(letterId)).toEqual({ ...untouched, letter: 'needs-person', payments: ['taken'] })
    expect(await app.issues()).toEqual(['payment-mismatch'])
    const { note } = await app.db.selectFrom('issue').select('note').executeTakeFirstOrThrow()
    expect(note).toMatch(
      /ha cobrado 3,2[89] (€|US\$) y la carta pedía 3,29 €\. .+ «Sin pagar»\. No se imprime/,
    )
  },
)

test('money for a payment that our books have closed: a person decides', async () => {
  const { app, letterId } = await letterJustPaid()
  await app.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  expect(await app.deliver()).toBe(1)
  expect(await app.books(letterId)).toMatchObject({ letter: 'needs-person', jobs: [] })
  expect(await app.issues()).toEqual(['payment-mismatch'])
})

test('another sum was paid, and its sender asks again before we are told: it is stopped, and said so, not paid', async () => {
  const { app, letterId, accountId } = await letterJustPaid()
  await sql`update sandbox_card_intent set body = jsonb_set(body, '{amount_received}', '328')`.execute(app.db)
  expect((await app.askIntent(letterId, accountId)).json()).toMatchObject({ code: 'letter-stopped' })
  expect((await app.books(letterId)).letter).toBe('needs-person')
})

test.each(['cancelled', 'expired'] as const)(
  'money for a letter that is %s goes back by itself, and a person hears of it',
  async (state) => {
    const { app, letterId } = await letterJustPaid()
    await app.db.updateTable('letter').set({ state }).execute()
    await app.deliver()
    expect(await app.books(letterId)).toEqual({
      letter: state,
      payments: ['paid'],
      jobs: [],
      mails: ['cancelled'],
    })
    expect(await app.issues()).toEqual(['paid-after-end'])
    expect(await app.settleRefunds()).toBe(1)
    expect(await app.ledger()).toMatchObject({ received: 329, refunds: 1, refunded: 329 })
    expect((await app.books(letterId)).payments).toEqual(['refunded'])
  },
)

/** Its first payment is closed in our books, and its second paid. The form of the first is still open. */
async function paidWithSecond(card?: string) {
  const { app, accountId, letterId, secret: closed } = await letterToPay()
  await app.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  await app.confirm(await app.secret(letterId, accountId), card)
  await app.deliver()
  return { app, letterId, closed }
}

test('what was taken beside a letter’s payment is given back at the provider: the letter goes its way', async () => {
  const { app, letterId, closed } = await paidWithSecond()
  await app.confirm(closed)
  await app.deliver()
  const paid = { letter: 'paid', jobs: ['waiting'], mails: ['receipt'] }
  expect(await app.books(letterId)).toMatchObject(paid)
  expect(await app.openIssues()).toEqual(['payment-mismatch'])

  await app.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await app.deliver()
  expect(await app.books(letterId)).toMatchObject(paid)
  expect((await app.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await app.openIssues()).toEqual(['refunded-outside'])
})

const fails = '4000 0000 0000 5126'
const disputed = '4000 0000 0000 0259'

test('a refund that failed calls a person until it is back, whatever else of the letter is', async () => {
  const { app, letterId, closed } = await paidWithSecond(fails)
  await app.db
    .transaction()
    .execute((tx) => app.requestRefund(tx, { letterId, reason: 'cancelled-by-sender' }))
  await app.settleRefunds()
  app.clock.pass(days(2))
  await app.deliver()
  expect(await app.openIssues()).toEqual(['refund-failed'])

  await app.confirm(closed)
  await app.deliver()
  await app.cards.refunds.create({ payment_intent: closed.split('_secret_')[0]! })
  await app.deliver()
  expect((await app.books(letterId)).payments.toSorted()).toEqual(['paid', 'refunded'])
  expect(await app.openIssues()).toEqual(['refund-failed', 'refunded-outside'])
})

test('a dispute that was won calls a person whatever becomes of the letter’s other payment', async () => {
  const { app, closed } = await paidWithSecond(disputed)
  const [dispute] = (await app.cards.disputes.list()).data
  app.clock.pass(days(60))
  await app.cards.disputes.update(dispute!.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  await app.deliver()
  expect(await app.openIssues()).toEqual(['dispute-won'])

  await app.confirm(closed, disputed)
  await app.deliver()
  expect(await app.openIssues()).toEqual(['dispute', 'dispute-won', 'payment-mismatch'])
})
