import { expect, test } from 'vitest'
import { type PaymentsApp } from '../testing/test-app.ts'
import { frozenLetters, paidOrder, statesOf } from '../testing/orders/card-orders.ts'

/** A paid letter came back; it goes again for its postage, in an order with another letter. The order's payment is open. */
async function askedAgain() {
  const { app, accountId, letters, intentId } = await paidOrder(1)
  const first = letters[0]!
  await app.db.updateTable('letter').set({ state: 'returned' }).where('id', '=', first).execute()
  const order = await frozenLetters(2, app, accountId)
  const [second, other] = order.letters as [string, string]
  await app.db.updateTable('letter').set({ again_of: first }).where('id', '=', second).execute()
  const secret = await app.secret(second, accountId, [second, other])
  return { app, accountId, first, second, other, firstIntent: intentId, secret }
}
type Asked = Awaited<ReturnType<typeof askedAgain>>

const disputed = (state: 'open' | 'won' | 'lost') => (asked: Asked) =>
  asked.app.db.updateTable('payment_order').set({ dispute: state }).where('name', '=', asked.first).execute()
const office = (letterId: string, app: PaymentsApp) =>
  app.db.transaction().execute((tx) => app.requestRefund(tx, { letterId, reason: 'refunded-by-operator' }))
async function outside({ app, firstIntent }: Asked, amount?: number) {
  await app.cards.refunds.create({ payment_intent: firstIntent, ...(amount && { amount }) })
  await app.deliver()
}

test.each<[what: string, meanwhile: (asked: Asked) => Promise<unknown>]>([
  ['the office has given the money of the first back', ({ app, first }) => office(first, app)],
  ['it was given back outside', outside],
  ['a bank decides about it', disputed('open')],
  ['a bank has given it back', disputed('lost')],
])(
  '%s: the postage that arrives then goes back, nothing is printed for it, and its sender is told (design/letter.md#came-back)',
  async (_what, meanwhile) => {
    const asked = await askedAgain()
    const { app, accountId, second, other, secret } = asked
    await meanwhile(asked)
    await app.settleRefunds()
    const before = await app.ledger()
    await app.confirm(secret)
    await app.deliver()
    expect(await app.books(second)).toEqual({
      letter: 'expired',
      payments: ['paid'],
      jobs: [],
      mails: ['cancelled'],
    })
    expect(await app.books(other)).toMatchObject({ letter: 'paid', jobs: ['waiting'], mails: ['receipt'] })
    expect(await app.openIssues()).toContain('paid-after-end')
    while (await app.settleRefunds());
    await app.deliver()
    expect((await app.books(second)).payments).toEqual(['refunded'])
    expect((await app.ledger()).refunded - before.refunded).toBe(329)
    expect((await app.askIntent(second, accountId)).json()).toMatchObject({ code: 'letter-expired' })
    expect(await app.reconcile()).toMatchObject({ changed: 0 })
  },
)

test.each<[what: string, meanwhile: (asked: Asked) => Promise<unknown>]>([
  ['the first was not refunded', () => Promise.resolve()],
  ['the first was refunded in part', (asked) => outside(asked, 100)],
  ['the dispute was won', disputed('won')],
])('%s: the letter sent again is paid', async (_what, meanwhile) => {
  const asked = await askedAgain()
  await meanwhile(asked)
  await asked.app.confirm(asked.secret)
  await asked.app.deliver()
  expect(await statesOf(asked.app, [asked.second, asked.other])).toEqual(['paid', 'paid'])
})
