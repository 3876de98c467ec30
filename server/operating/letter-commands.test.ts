import { days, minutes } from '@lacre/letter/days.ts'
import { expect, test } from 'vitest'
import { openConsole, openDesk, paidByCard } from '../testing/console-app.ts'
import { reconcileCommand, refund } from './money-commands.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { letters } from './letter-commands.ts'
import { letterJustPaid, openPayments } from '../testing/test-app.ts'

test('a refund that failed is asked for again by the whole number of its letter', async () => {
  const app = await openConsole()
  const desk = await openDesk(app)
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await app.doubt(id)
  await desk.cancel(id)
  await app.settleRefunds()
  app.clock.pass(days(2))
  await app.deliver()
  for (const words of [[], ['retry'], [id.slice(0, 8)]]) expect((await refund(app, words)).trouble).toBe(true)
  expect(await refund(app, [id])).toMatchObject({ trouble: false })
  await app.settleRefunds()
  expect(await app.refunds()).toHaveLength(2)
})

test('explains a letter as the console does, without its content or its sender', async () => {
  const app = await openConsole()
  const desk = await openDesk(app)
  const id = await paidByCard(app)
  await desk.post('batches', {})
  await app.doubt(id)
  const explain = (name: string) => letters(app, ['explain', name])
  const { says, trouble } = await explain(orderNumber(id))
  expect([says, trouble]).toEqual([
    expect.stringMatching(
      new RegExp(
        [
          `^Carta ${id}: .+ Páginas: 1, hojas: 1, código del documento: \\S+\\.`,
          'Pago: paid, 3,29 € por 1 carta, devueltos 0,00 €\\.',
          '.+ \\(sender\\)',
          '.+ \\(card-provider\\)',
          '.+ \\(operator\\)',
          '.+ \\(card-provider\\)',
          '.+ impresión 1: batched, tanda B0001$',
        ].join('\n'),
      ),
    ),
    false,
  ])
  expect((await explain(id.slice(0, 8))).says).toBe(says)
  expect(says).not.toContain('@')
  for (const name of ['', '%', '________', 'no-such', '00000000'])
    expect(await explain(name)).toMatchObject({ trouble: true })
})

test('with an old day it looks up live mode and refunds of all money since then', async () => {
  const { app, letterId } = await letterJustPaid()
  await app.deliver()
  await app.db.updateTable('payment_order').set({ livemode: null }).execute()
  const [intent] = (await app.cards.paymentIntents.list()).data
  await app.cards.refunds.create({ payment_intent: intent?.id ?? '', amount: 100 })
  const from = app.clock.now().toISOString().slice(0, 10)
  app.clock.pass(days(60))
  const known = async () => {
    const payment = app.db.selectFrom('payment_money').select(['livemode', 'refunded_cents'])
    const { livemode, refunded_cents } = await payment
      .where('letter_id', '=', letterId)
      .executeTakeFirstOrThrow()
    return [livemode, refunded_cents]
  }
  await reconcileCommand(app.world, {})
  expect(await known()).toEqual([null, 0])
  expect(await reconcileCommand(app.world, { from })).toMatchObject({ trouble: false })
  expect(await known()).toEqual([false, 100])
})

test.each(['ayer', '2199-01-01'])('%s is no day to look from: nothing is asked', async (from) => {
  const app = await openPayments()
  app.network.meddle = () => Promise.reject(new Error('asked'))
  const { says, trouble } = await reconcileCommand(app.world, { from })
  expect([trouble, says]).toEqual([true, expect.stringContaining('--from')])
})

test('what cannot be read is said', async () => {
  const { app } = await letterJustPaid()
  await app.db.deleteFrom('sandbox_card_intent').execute()
  app.clock.pass(minutes(5))
  const { says, trouble } = await reconcileCommand(app.world, {})
  expect([trouble, says]).toEqual([true, expect.stringContaining('no se pueden leer: 1 ')])
})
