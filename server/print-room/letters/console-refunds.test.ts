import type { LetterCard, NeedsPerson } from '@lacre/letter/print-room/calls.ts'
import { days } from '@lacre/letter/duration.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleHouse, told, type ConsoleHouse } from '../../testing/console-house.ts'

let house: ConsoleHouse
let olga: string
beforeEach(async () => {
  house = await consoleHouse()
  olga = await house.operator('Olga')
})

const post = (path: string, body: object) => house.call(olga, 'POST', path, body)
const cancel = (id: string) => post(`letters/${id}/cancel`, { note: 'lo pide quien escribe' })
const needsPerson = async () => (await house.call(olga, 'GET', 'needs-person')).json<NeedsPerson>()

/** Paid by card, as the provider's books say too. */
async function paid(card?: string): Promise<string> {
  const id = await house.put({ state: 'frozen', job: false })
  await house.pay(id, card)
  await house.tell()
  return id
}

test('a refund that failed waits in sight until somebody asks for it again', async () => {
  const id = await paid('4000 0000 0000 5126')
  await house.doubt(id)
  await cancel(id)
  await house.settleRefunds()
  expect((await needsPerson()).refunds).toEqual([])
  expect(told(await post(`letters/${id}/give-back`, { note: 'otra vez' }))).toEqual([409, 'not-now'])
  house.clock.pass(days(2))
  await house.tell()
  const { refunds, concerns } = await needsPerson()
  expect(refunds).toMatchObject([{ letterId: id, cents: 329, state: 'failed' }])
  expect(concerns).toMatchObject([{ kind: 'refund-failed', letterId: id }])
  const card = (await post(`letters/${id}/give-back`, { note: 'otra vez' })).json<LetterCard>()
  expect([card.payment?.refund, card.can]).toEqual(['asked', ['give-back']])
  expect((await house.acts()).at(-1)).toMatchObject({ act: 'give-back', note: 'otra vez · 329 céntimos' })
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(2)
  expect(await needsPerson()).toMatchObject({ refunds: [], concerns: [] })
})

const toldOf = async (id: string) => {
  const mail = house.db
    .selectFrom('mail')
    .select('data')
    .where('kind', '=', 'cancelled')
    .where('key', '=', id)
  const { refunded, money } = (await mail.executeTakeFirstOrThrow()).data
  return [refunded, money]
}
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
  await house.tell()
  expect((await house.books(id)).letter).toBe('needs-person')
  expect((await cancel(id)).json<LetterCard>().payment).toMatchObject({ cents: taken, refund: 'asked' })
  await house.settleRefunds()
  await house.tell()
  expect([await toldOf(id), await theirs()]).toEqual([[String(taken), undefined], [taken]])
  expect((await needsPerson()).refunds).toEqual([])
})

test('money for a payment that was closed is given back from the console, also of a letter that goes its way', async () => {
  const id = await paid()
  const { id: payment } = await house.db.selectFrom('payment').select('id').executeTakeFirstOrThrow()
  await house.db.updateTable('payment').set({ state: 'taken' }).where('id', '=', payment).execute()
  expect((await house.call(olga, 'GET', `letters/${id}`)).json<LetterCard>().can).toContain('give-back')
  expect(told(await post(`letters/${id}/give-back`, { note: 'cobro doble' }))).toEqual([200, undefined])
  await house.settleRefunds()
  expect([await theirs(), (await house.books(id)).letter]).toEqual([[329], 'paid'])
})

test('part of it went back at the provider before: the mail names what goes back now', async () => {
  const id = await paid()
  const { intent_id } = await house.db.selectFrom('payment').select('intent_id').executeTakeFirstOrThrow()
  await house.cards.refunds.create({ payment_intent: intent_id ?? '', amount: 100 })
  await house.doubt(id)
  await cancel(id)
  await house.settleRefunds()
  expect([await toldOf(id), new Set(await theirs())]).toEqual([['229', undefined], new Set([100, 229])])
})

test('all of it went back at the provider before: nobody writes that nothing was charged', async () => {
  const id = await paid()
  await house.doubt(id)
  const { intent_id } = await house.db.selectFrom('payment').select('intent_id').executeTakeFirstOrThrow()
  await house.cards.refunds.create({ payment_intent: intent_id ?? '' })
  await cancel(id)
  await house.settleRefunds()
  expect([await toldOf(id), await theirs()]).toEqual([['0', 'returned-before'], [329]])
})
