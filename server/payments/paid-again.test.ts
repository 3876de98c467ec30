import { expect, test } from 'vitest'
import { type PaymentsApp } from '../testing/test-app.ts'
import { frozenLetters, paidOrder, statesOf } from '../testing/orders/card-orders.ts'

/** A paid letter came back; it goes again for its postage, in an order with another letter, whose payment is open. */
async function askedAgain() {
  const { house, accountId, letters, intentId } = await paidOrder(1)
  const first = letters[0]!
  await house.db.updateTable('letter').set({ state: 'returned' }).where('id', '=', first).execute()
  const order = await frozenLetters(2, house, accountId)
  const [second, other] = order.letters as [string, string]
  await house.db.updateTable('letter').set({ again_of: first }).where('id', '=', second).execute()
  const secret = await house.secret(second, accountId, [second, other])
  return { house, accountId, first, second, other, firstIntent: intentId, secret }
}
type Asked = Awaited<ReturnType<typeof askedAgain>>

const disputed = (state: 'open' | 'won' | 'lost') => (asked: Asked) =>
  asked.house.db
    .updateTable('payment_order')
    .set({ dispute: state })
    .where('name', '=', asked.first)
    .execute()
const office = (letterId: string, house: PaymentsApp) =>
  house.db
    .transaction()
    .execute((tx) => house.requestRefund(tx, { letterId, reason: 'refunded-by-operator' }))
async function outside({ house, firstIntent }: Asked, amount?: number) {
  await house.cards.refunds.create({ payment_intent: firstIntent, ...(amount && { amount }) })
  await house.deliver()
}

test.each<[what: string, meanwhile: (asked: Asked) => Promise<unknown>]>([
  ['the office has given the money of the first back', ({ house, first }) => office(first, house)],
  ['it was given back outside', outside],
  ['a bank decides about it', disputed('open')],
  ['a bank has given it back', disputed('lost')],
])(
  '%s: the postage that arrives then goes back, nothing is printed for it, and its sender is told (design/letter.md#came-back)',
  async (_what, meanwhile) => {
    const asked = await askedAgain()
    const { house, accountId, second, other, secret } = asked
    await meanwhile(asked)
    await house.settleRefunds()
    const before = await house.ledger()
    await house.confirm(secret)
    await house.deliver()
    expect(await house.books(second)).toEqual({
      letter: 'expired',
      payments: ['paid'],
      jobs: [],
      mails: ['cancelled'],
    })
    expect(await house.books(other)).toMatchObject({ letter: 'paid', jobs: ['waiting'], mails: ['receipt'] })
    expect(await house.openConcerns()).toContain('paid-after-end')
    while (await house.settleRefunds());
    await house.deliver()
    expect((await house.books(second)).payments).toEqual(['refunded'])
    expect((await house.ledger()).refunded - before.refunded).toBe(329)
    expect((await house.askIntent(second, accountId)).json()).toMatchObject({ code: 'letter-expired' })
    expect(await house.reconcile()).toMatchObject({ changed: 0 })
  },
)

test.each<[what: string, meanwhile: (asked: Asked) => Promise<unknown>]>([
  ['nothing of it was given back', () => Promise.resolve()],
  ['a part of it was given back', (asked) => outside(asked, 100)],
  ['the bank let us have it', disputed('won')],
])('%s: what goes again is paid as any other', async (_what, meanwhile) => {
  const asked = await askedAgain()
  await meanwhile(asked)
  await asked.house.confirm(asked.secret)
  await asked.house.deliver()
  expect(await statesOf(asked.house, [asked.second, asked.other])).toEqual(['paid', 'paid'])
})
