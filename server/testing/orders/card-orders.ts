import { openPayments, type PaymentsApp } from '../test-app.ts'
import { goodCard } from '../test-cards.ts'

/** Letters of one account that wait for their payment, by their ids. */
export async function frozenLetters(count: number, app?: PaymentsApp, account?: string) {
  const at = app ?? (await openPayments())
  const accountId = account ?? (await at.account())
  const letters: string[] = []
  for (let one = 0; one < count; one++) letters.push(await at.letter(accountId))
  return { app: at, accountId, letters: letters.toSorted() }
}

/** Letters paid by one intent, as the provider and our books say. */
export async function paidOrder(count: number, card = goodCard) {
  const order = await frozenLetters(count)
  const { app, accountId, letters } = order
  const secret = await app.secret(letters[0]!, accountId, letters)
  await app.confirm(secret, card)
  await app.deliver()
  return { ...order, secret, intentId: secret.split('_secret_')[0]! }
}

export const statesOf = (app: PaymentsApp, letters: string[]) =>
  Promise.all(letters.map(async (id) => (await app.books(id)).letter))

export const paymentsOf = (app: PaymentsApp) =>
  app.db
    .selectFrom('payment_money')
    .select(['letter_id', 'state', 'received_cents as received', 'refunded_cents as refunded'])
    .orderBy('letter_id')
    .execute()
