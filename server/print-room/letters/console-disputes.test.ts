// @module-tag long
import type { LetterCard } from '@lacre/letter/print-room/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { openDesk, paidByCard, toldOfMoney, type Desk } from '../../testing/console-desk.ts'
import { consoleHouse, told, type ConsoleHouse } from '../../testing/console-house.ts'

const disputed = '4000 0000 0000 0259'

let house: ConsoleHouse
let desk: Desk
beforeEach(async () => {
  house = await consoleHouse()
  desk = await openDesk(house)
})

async function decide(uncategorized_text: 'winning_evidence' | 'losing_evidence') {
  const [dispute] = (await house.cards.disputes.list()).data
  house.clock.pass(1000)
  await house.cards.disputes.update(dispute?.id ?? '', { evidence: { uncategorized_text } })
  await house.tell()
}
const cardOf = async (id: string) => (await desk.call('GET', `letters/${id}`)).json<LetterCard>()

test('open: it is neither printed nor refunded, and stays to be answered also when the letter is cancelled', async () => {
  const id = await paidByCard(house, disputed)
  expect((await house.books(id)).letter).toBe('needs-person')
  expect((await cardOf(id)).can).toEqual(['cancel'])
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect((await desk.cancel(id)).json<LetterCard>()).toMatchObject({ payment: { dispute: 'open' }, can: [] })
  await house.settleRefunds()
  expect(await house.refunds()).toEqual([])
  expect((await desk.needsPerson()).concerns).toMatchObject([{ kind: 'dispute', letterId: id }])
  expect(await toldOfMoney(house, id)).toEqual(['0', 'disputed'])
})

test('won: the letter goes on, and is printed', async () => {
  const id = await paidByCard(house, disputed)
  await decide('winning_evidence')
  expect((await desk.needsPerson()).letters).toMatchObject([
    { card: { id, payment: { dispute: 'won' } }, what: expect.stringContaining('a nuestro favor') },
  ])
  expect((await cardOf(id)).can).toEqual(['resume', 'cancel'])
  expect(told(await desk.resume(id))).toEqual([200, undefined])
  await desk.post('batches', {})
  expect(await house.books(id)).toMatchObject({ letter: 'batched', jobs: ['void', 'batched'] })
  expect(await desk.needsPerson()).toMatchObject({ letters: [], concerns: [] })
})

test('won: or its money goes back, once', async () => {
  const id = await paidByCard(house, disputed)
  await decide('winning_evidence')
  await desk.cancel(id)
  await house.settleRefunds()
  expect([await toldOfMoney(house, id), await house.refunds()]).toMatchObject([['329', undefined], [{}]])
  expect(await desk.needsPerson()).toMatchObject({ letters: [], concerns: [] })
})

test('won after the letter was cancelled: somebody hears that its money is still here, and gives it back', async () => {
  const id = await paidByCard(house, disputed)
  await desk.cancel(id)
  await decide('winning_evidence')
  expect((await desk.needsPerson()).concerns).toMatchObject([{ kind: 'dispute-won', letterId: id }])
  expect((await cardOf(id)).can).toEqual(['give-back'])
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  expect((await house.books(id)).mails).toEqual(['cancelled', 'given-back', 'receipt'])
  await house.settleRefunds()
  expect(await house.refunds()).toHaveLength(1)
  expect((await desk.needsPerson()).concerns).toEqual([])
  expect((await cardOf(id)).can).toEqual([])
})

test('lost: the bank has given the money back, and nobody here does so again', async () => {
  const id = await paidByCard(house, disputed)
  await decide('losing_evidence')
  expect((await desk.needsPerson()).letters).toMatchObject([
    { card: { id, payment: { dispute: 'lost' } }, what: expect.stringContaining('le ha devuelto el dinero') },
  ])
  expect((await cardOf(id)).can).toEqual(['cancel'])
  expect(told(await desk.resume(id))).toEqual([409, 'not-paid'])
  expect(told(await desk.cancel(id))).toEqual([200, undefined])
  expect(told(await desk.giveBack(id))).toEqual([409, 'not-now'])
  await house.settleRefunds()
  expect([await toldOfMoney(house, id), await house.refunds()]).toEqual([['0', 'lost'], []])
})

test('lost after it was posted: told, and nothing else', async () => {
  const id = await paidByCard(house)
  await desk.post('batches', {})
  await desk.call('POST', 'batches/B0001/pdf', { reason: 'print' })
  await desk.post('batches/B0001/posted', {})
  const { body } = await house.db.selectFrom('sandbox_card_intent').select('body').executeTakeFirstOrThrow()
  const dispute = { id: 'dp_1', object: 'dispute', payment_intent: body['id'], status: 'lost', created: 1 }
  const event = { id: 'evt_1', object: 'event', type: 'charge.dispute.closed', data: { object: dispute } }
  await house.db
    .insertInto('sandbox_card_event')
    .values({ id: event.id, body: JSON.stringify(event), created: Date.parse('2026-11-23') / 1000 })
    .execute()
  await house.tell()
  expect((await desk.needsPerson()).concerns).toMatchObject([{ kind: 'dispute-lost', letterId: id }])
  expect((await house.books(id)).letter).toBe('posted')
})
