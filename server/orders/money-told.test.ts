import { expect, test } from 'vitest'
import { fixedKeys, letterCipher } from '../database/cipher.ts'
import { systemRandom } from '../outside/clock.ts'
import { letterJustPaid, letterToPay, openLetter, type PaymentsApp } from '../testing/test-app.ts'
import { letterDetail } from './letter-detail.ts'

const late = '4000 0000 0000 7726'
const cipher = letterCipher(fixedKeys(Buffer.alloc(32, 7)), systemRandom)

async function told({ db, clock }: PaymentsApp, accountId: string, letterId: string) {
  const deps = { db, cipher, clock, cutOff: undefined, closedDays: [] }
  const detail = await letterDetail(deps, accountId, letterId)
  if (!detail) throw new Error('it is theirs')
  const { state, paidAt, charged, refunded, returning, notReturned } = detail
  return { state, isPaid: paidAt !== null, charged, refunded, returning, notReturned }
}

test('an unpaid letter was not charged', async () => {
  const { app, accountId, letterId } = await openLetter()
  await app.secret(letterId, accountId)
  expect(await told(app, accountId, letterId)).toMatchObject({ isPaid: false, charged: false })
})

test('money that came after its end was taken, and its sender is not told otherwise', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await app.db.updateTable('letter').set({ state: 'expired' }).where('id', '=', letterId).execute()
  await app.confirm(secret)
  await app.deliver()
  const now = { state: 'expired', isPaid: false, charged: true, refunded: 0, returning: 329, notReturned: 0 }
  expect(await told(app, accountId, letterId)).toEqual(now)
})

test('a letter paid while it needs a person counts as paid after it is resumed', async () => {
  const { app, accountId, letterId, secret } = await letterToPay()
  await app.take(letterId, 'doubt')
  await app.confirm(secret)
  await app.deliver()
  expect(await told(app, accountId, letterId)).toMatchObject({ isPaid: false, charged: true })
  await app.take(letterId, 'resume')
  expect(await told(app, accountId, letterId)).toMatchObject({ state: 'paid', isPaid: true })
})

test('a refund made at the provider is shown as on its way, too', async () => {
  const { app, accountId, letterId, intentId } = await letterJustPaid(undefined, late)
  await app.deliver()
  await app.cards.refunds.create({ payment_intent: intentId })
  await app.deliver()
  const now = { state: 'cancelled', isPaid: true, charged: true, refunded: 0, returning: 329, notReturned: 0 }
  expect(await told(app, accountId, letterId)).toEqual(now)
})
