import { days, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { letterJustPaid, openPayments } from '../testing/test-app.ts'
import { reconcileCommand } from './money-commands.ts'

test('from a day long past on, money of which it is not kept whether it is real is looked at, and old refunds', async () => {
  const { house, letterId } = await letterJustPaid()
  await house.deliver()
  await house.db.updateTable('payment_order').set({ livemode: null }).execute()
  const [intent] = (await house.cards.paymentIntents.list()).data
  await house.cards.refunds.create({ payment_intent: intent?.id ?? '', amount: 100 })
  const from = house.clock.now().toISOString().slice(0, 10)
  house.clock.pass(days(60))
  const known = async () => {
    const payment = house.db.selectFrom('payment_money').select(['livemode', 'refunded_cents'])
    const { livemode, refunded_cents } = await payment
      .where('letter_id', '=', letterId)
      .executeTakeFirstOrThrow()
    return [livemode, refunded_cents]
  }
  await reconcileCommand(house.world, {})
  expect(await known()).toEqual([null, 0])
  expect(await reconcileCommand(house.world, { from })).toMatchObject({ trouble: false })
  expect(await known()).toEqual([false, 100])
})

test.each(['ayer', '2199-01-01'])('%s is no day to look from: nothing is asked', async (from) => {
  const house = await openPayments()
  house.network.meddle = () => Promise.reject(new Error('asked'))
  const { says, trouble } = await reconcileCommand(house.world, { from })
  expect([trouble, says]).toEqual([true, expect.stringContaining('--from')])
})

test('what cannot be read is said', async () => {
  const { house } = await letterJustPaid()
  await house.db.deleteFrom('sandbox_card_intent').execute()
  house.clock.pass(minutes(5))
  const { says, trouble } = await reconcileCommand(house.world, {})
  expect([trouble, says]).toEqual([true, expect.stringContaining('no se pueden leer: 1 ')])
})
