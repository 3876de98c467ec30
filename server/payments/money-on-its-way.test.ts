import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { hours } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { isAnyGivenBack } from '../database/queries.ts'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
  toldOfMoney,
} from '../testing/console-app.ts'

const late = '4000 0000 0000 7726'

let app: ConsoleApp
let sara: Desk
beforeEach(async () => {
  app = await openConsole()
  sara = await openDesk(app, 'Sara', true)
})

/** Somebody gives money back at the provider, which takes its time. */
async function givenBackOutside(id: string, amount?: number) {
  const intent_id = await app.intentOf(id)
  await app.cards.refunds.create({ payment_intent: intent_id, ...(amount && { amount }) })
  await app.deliver()
}

async function doubted(amount?: number): Promise<string> {
  const id = await paidByCard(app, late)
  await app.doubt(id)
  await givenBackOutside(id, amount)
  return id
}

const cardOf = async (id: string) => (await sara.call('GET', `letters/${id}`)).json<LetterCard>()

test('money that is on its way back pays for nothing: such a letter is not printed (design/trust.md#never-printed-unpaid)', async () => {
  const id = await doubted()
  expect(told(await sara.resume(id))).toEqual([409, 'not-paid'])
  expect((await app.books(id)).letter).toBe('needs-person')
})

test('nor is a letter printed with a part of its money on its way back', async () => {
  const id = await doubted(100)
  expect(told(await sara.resume(id))).toEqual([409, 'not-paid'])
})

test('cancelled, its sender does not read that nothing was taken, and nothing goes back twice', async () => {
  const id = await doubted()
  expect((await sara.cancel(id)).statusCode).toBe(200)
  expect(await toldOfMoney(app, id)).toEqual(['0', 'returned-before'])
  await app.settleRefunds()
  expect(await app.refunds()).toHaveLength(1)
})

test('cancelled, the part that is not on its way goes back', async () => {
  const id = await doubted(100)
  await sara.cancel(id)
  expect(await toldOfMoney(app, id)).toEqual(['229', undefined])
})

test('a letter in a batch is not refunded again, and no mail promises 0,00 €', async () => {
  const id = await paidByCard(app, late)
  await sara.post('batches', {})
  await givenBackOutside(id)
  expect(told(await sara.refund(id))).toEqual([409, 'nothing-to-refund'])
  expect((await app.books(id)).mails).toEqual(['receipt'])
})

test('one that was cancelled for it owes nothing, until the refund has failed', async () => {
  const id = await paidByCard(app, late)
  await givenBackOutside(id)
  const card = await cardOf(id)
  expect([card.state, card.can]).toEqual(['cancelled', []])
  app.clock.pass(hours(2))
  await app.deliver()
  expect((await cardOf(id)).payment).toMatchObject({ state: 'refunded', refundedCents: 329 })
})

test('nor does it go again for the postage alone (design/letter.md#came-back)', async () => {
  const id = await paidByCard(app, late)
  await sara.post('batches', {})
  await givenBackOutside(id)
  expect(await isAnyGivenBack(app.db, [id])).toBe(true)
})
