import { days } from '@lacre/letter/duration.ts'
import { expect, test } from 'vitest'
import { cardHouse, letterJustPaid } from '../../testing/card-house.ts'
import { reconcileCommand } from './reconcile.ts'

test('from a day long past on, money of which it is not kept whether it is real is looked at, and old refunds', async () => {
  const house = await cardHouse()
  const { letterId } = await letterJustPaid(house)
  await house.deliver()
  await house.db.updateTable('payment').set({ livemode: null }).execute()
  const [intent] = (await house.cards.paymentIntents.list()).data
  await house.cards.refunds.create({ payment_intent: intent?.id ?? '', amount: 100 })
  const from = house.clock.now().toISOString().slice(0, 10)
  house.clock.pass(days(60))
  const known = async () => {
    const payment = house.db.selectFrom('payment').select(['livemode', 'refunded_cents'])
    const { livemode, refunded_cents } = await payment
      .where('letter_id', '=', letterId)
      .executeTakeFirstOrThrow()
    return [livemode, refunded_cents]
  }
  await reconcileCommand(house.deps, {})
  expect(await known()).toEqual([null, 0])
  expect(await reconcileCommand(house.deps, { from })).toMatchObject({ trouble: false })
  expect(await known()).toEqual([false, 100])
})

test('what is no day is said, and nothing is asked', async () => {
  const house = await cardHouse()
  house.network.meddle = () => Promise.reject(new Error('asked'))
  expect(await reconcileCommand(house.deps, { from: 'ayer' })).toMatchObject({
    trouble: true,
    says: expect.stringContaining('--from') as string,
  })
})
