import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { minutes } from '@lacre/letter/days.ts'
import { beforeEach, expect, test } from 'vitest'
import { type ConsoleApp, type Desk, openConsole, openDesk, toldOfMoney } from '../testing/console-app.ts'

let app: ConsoleApp
let desk: Desk
let id: string
/** The letter's intents: the first counted as closed when its money came, the second pays for the letter. */
let intents: string[]

beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
  id = await app.unpaid()
  await app.pay(id)
  await app.db.updateTable('payment_order').set({ state: 'cancelled' }).execute()
  app.clock.pass(minutes(1))
  await app.pay(id)
  await app.deliver()
  const payments = app.db.selectFrom('payment_money').select(['intent_id', 'state']).orderBy('created_at')
  const made = await payments.execute()
  expect(made.map(({ state }) => state)).toEqual(['taken', 'paid'])
  intents = made.map(({ intent_id }) => intent_id ?? '')
  expect((await app.books(id)).letter).toBe('needs-person')
})

const theirs = async () =>
  (await app.refunds())
    .map(({ intent_id, body }) => [intents.indexOf(intent_id), body['amount']] as const)
    .toSorted(([one], [other]) => one - other)
const open = async () => {
  const { issues, letters } = await desk.needsPerson()
  return [...issues, ...letters.flatMap(({ card }) => card.issues)].map(({ kind }) => kind)
}
const givenBack = async () => (await app.mails('given-back')).map(({ data }) => data['refunded'])
const both = [0, 1].map((payment) => [payment, 329])
async function settled() {
  await app.settleRefunds()
  await app.deliver()
}

test('cancelled, all that was taken goes back, and the mail says so', async () => {
  await desk.cancel(id)
  await settled()
  expect([await theirs(), await toldOfMoney(app, id), await open()]).toEqual([both, ['658', undefined], []])
})

test('one of them is back before it is cancelled: the other goes back with it, and the mail names that', async () => {
  await app.cards.refunds.create({ payment_intent: intents[1] ?? '' })
  await app.deliver()
  const card = await desk.card(id)
  expect(card.payment).toMatchObject({ state: 'taken', cents: 329 })
  await desk.cancel(id)
  await settled()
  expect([await theirs(), await toldOfMoney(app, id)]).toEqual([both, ['329', undefined]])
})

test('what does not pay for it is given back, and told; cancelled then, the rest is, and no cent is told twice', async () => {
  expect((await desk.giveBack(id)).statusCode).toBe(200)
  expect(await givenBack()).toEqual(['329'])
  await desk.cancel(id)
  await settled()
  expect([await theirs(), await toldOfMoney(app, id), await givenBack()]).toEqual([
    both,
    ['329', undefined],
    ['329'],
  ])
})

test('sent on, it is paid once, and what was taken beside is a person’s matter until it is back', async () => {
  await desk.resume(id)
  expect([(await app.books(id)).letter, await open()]).toEqual(['paid', ['payment-mismatch']])
  const { note = '' } = (await desk.needsPerson()).issues[0] ?? {}
  const card = (await desk.giveBack(id)).json<LetterCard>()
  expect([note.includes('«Devolver el dinero»'), card.payment]).toEqual([
    true,
    expect.objectContaining({ state: 'paid', refund: null }),
  ])
  await settled()
  expect([await theirs(), await givenBack(), await open()]).toEqual([[[0, 329]], ['329'], []])
})

test('the office refunds it afterwards: of each payment the sender is told once', async () => {
  await desk.resume(id)
  await desk.giveBack(id)
  const sara = await openDesk(app, 'Sara', true)
  expect((await sara.refund(id)).statusCode).toBe(200)
  await settled()
  expect([await theirs(), await toldOfMoney(app, id), await givenBack()]).toEqual([
    both,
    ['329', undefined],
    ['329'],
  ])
})
