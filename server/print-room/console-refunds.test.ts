import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { days } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import {
  type ConsoleApp,
  type Desk,
  openConsole,
  openDesk,
  paidByCard,
  told,
  toldOfMoney,
} from '../testing/console-app.ts'

let house: ConsoleApp
let desk: Desk
beforeEach(async () => {
  house = await openConsole()
  desk = await openDesk(house)
})

test('a refund that failed waits in sight until somebody asks for it again', async () => {
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
  expect((await desk.needsPerson()).refunds).toEqual([])
  expect(told(await desk.giveBack(id))).toEqual([409, 'not-now'])
  house.clock.pass(days(2))
  await house.deliver()
  const { refunds, concerns } = await desk.needsPerson()
  expect(refunds).toMatchObject([{ letterId: id, cents: 329, state: 'failed' }])
  expect(concerns).toMatchObject([{ kind: 'refund-failed', letterId: id }])
  const card = (await desk.giveBack(id)).json<LetterCard>()
  expect([card.payment?.refund, card.can]).toEqual(['asked', ['give-back']])
  expect((await house.acts()).at(-1)).toMatchObject({ act: 'give-back', note: 'se le debe · 3,29 €' })
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(2)
  expect(await desk.needsPerson()).toMatchObject({ refunds: [], concerns: [] })
})

const change = async (with_: object) => {
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  await house.db
    .updateTable('sandbox_card_intent')
    .set({ body: JSON.stringify({ ...body, ...with_ }) })
    .execute()
}
const theirs = async () => (await house.refunds()).map(({ body }) => body['amount'])

test.each([
  ['more', 500],
  ['less', 100],
])('%s was taken than was shown: all of it goes back, and the mail names that sum', async (_what, taken) => {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id)
  await change({ amount_received: taken })
  await house.deliver()
  expect((await house.books(id)).letter).toBe('needs-person')
  expect((await desk.cancel(id)).json<LetterCard>().payment).toMatchObject({ cents: taken, refund: 'asked' })
  await house.settleRefunds()
  await house.deliver()
  expect([await toldOfMoney(house, id), await theirs()]).toEqual([[String(taken), undefined], [taken]])
  expect((await desk.needsPerson()).refunds).toEqual([])
})

test('money for a payment that was closed is given back from the console, also of a letter that goes its way', async () => {
  const id = await paidByCard(house)
  await house.db.updateTable('payment_order').set({ state: 'taken', paid_at: null }).execute()
  expect((await desk.call('GET', `letters/${id}`)).json<LetterCard>().can).toContain('give-back')
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  await house.settleRefunds()
  expect([await theirs(), (await house.books(id)).letter]).toEqual([[329], 'paid'])
})

test('part of it went back at the provider before: the mail names what goes back now', async () => {
  const id = await paidByCard(house)
  const intent_id = await house.intentOf()
  await house.cards.refunds.create({ payment_intent: intent_id, amount: 100 })
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
  expect([await toldOfMoney(house, id), new Set(await theirs())]).toEqual([
    ['229', undefined],
    new Set([100, 229]),
  ])
})

test('all of it went back at the provider before: nobody writes that nothing was charged', async () => {
  const id = await paidByCard(house)
  await house.doubt(id)
  const intent_id = await house.intentOf()
  await house.cards.refunds.create({ payment_intent: intent_id })
  await desk.cancel(id)
  await house.settleRefunds()
  expect([await toldOfMoney(house, id), await theirs()]).toEqual([['0', 'returned-before'], [329]])
})

test('another sum is on its way back before the letter is cancelled: nobody writes that nothing was charged', async () => {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id, '4000 0000 0000 7726')
  await change({ amount_received: 500 })
  await house.deliver()
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  await house.settleRefunds()
  await desk.cancel(id)
  expect([await toldOfMoney(house, id), await theirs()]).toEqual([['0', 'returned-before'], [500]])
})

const intentOf = async () =>
  (await house.db.selectFrom('payment_money').select('intent_id').executeTakeFirstOrThrow()).intent_id ?? ''
const atProvider = async (id: string, amount: number) => {
  await house.cards.refunds.create({ payment_intent: await intentOf(), amount })
  await house.deliver()
  return id
}
const asked = async (id: string) => {
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
}

test.each<[string, (id: string) => Promise<unknown>, hasButton: boolean]>([
  ['that was asked for here', asked, true],
  ['of all, made at the provider, which had ended the letter', (id) => atProvider(id, 329), true],
  ['of a part, made at the provider', (id) => atProvider(id, 100), false],
])('a refund %s fails: the advice names a button only where it is', async (_what, refund, hasButton) => {
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await refund(id)
  house.clock.pass(days(2))
  await house.deliver()
  const { can, concerns } = (await desk.call('GET', `letters/${id}`)).json<LetterCard>()
  const note = concerns.find(({ kind }) => kind === 'refund-failed')?.note
  expect([can.includes('give-back'), note?.includes('«Devolver el dinero»')]).toEqual([hasButton, hasButton])
  expect(note?.includes('panel del proveedor de pago')).toBe(!hasButton)
})

test('a refund fails while a bank decides about the charge: nobody is advised to give it back', async () => {
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await asked(id)
  await house.db.updateTable('payment_order').set({ dispute: 'open' }).execute()
  house.clock.pass(days(2))
  await house.deliver()
  const { can, concerns } = (await desk.call('GET', `letters/${id}`)).json<LetterCard>()
  expect(can).not.toContain('give-back')
  expect(concerns.find(({ kind }) => kind === 'refund-failed')?.note).toMatch(/ Decide el banco[^«]+$/)
})
