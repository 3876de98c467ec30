import { randomUUID } from 'node:crypto'
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
import { unbalancedLetters } from '../operating/checks.ts'

let house: ConsoleApp
let sara: Desk
beforeEach(async () => {
  house = await openConsole()
  sara = await openDesk(house, 'Sara', true)
})

const theirs = async () => (await house.refunds()).map(({ body }) => body['amount'])
const cardOf = async (id: string, desk = sara) => (await desk.call('GET', `letters/${id}`)).json<LetterCard>()

/** Paid by card, closed in a batch, and as far as that. */
async function batched(upTo?: 'printed' | 'posted', card?: string): Promise<string> {
  const id = await paidByCard(house, card)
  await sara.post('batches', {})
  const { batch } = await cardOf(id)
  await sara.post(`batches/${batch}/pdf`, { reason: 'print' })
  if (upTo) await sara.post(`batches/${batch}/${upTo}`, {})
  return id
}

test.each([
  ['in a batch', undefined, 'batched'],
  ['printed', 'printed', 'printed'],
  ['posted', 'posted', 'posted'],
] as const)(
  'a letter %s: all of it goes back, the letter goes its way, and its sender is told (design/print-room.md#refunds-by-the-office)',
  async (_, upTo, state) => {
    const id = await batched(upTo)
    expect((await cardOf(id)).can).toContain('refund')
    const card = (await sara.refund(id)).json<LetterCard>()
    expect([card.state, card.payment?.refund, card.can.includes('refund')]).toEqual([state, 'asked', false])
    await house.settleRefunds()
    await house.deliver()
    expect([await theirs(), (await cardOf(id)).payment]).toMatchObject([
      [329],
      { state: 'refunded', refundedCents: 329 },
    ])
    const { jobs, mails } = await house.books(id)
    expect([jobs, mails]).toEqual([
      [state],
      [...(upTo === 'posted' ? ['posted'] : []), 'receipt', 'refunded'],
    ])
    expect((await house.acts()).at(-1)).toEqual({
      operator: 'Sara',
      act: 'refund',
      subject: id,
      note: 'se perdió en el reparto · 3,29 €',
    })
    expect(await unbalancedLetters(house.db, house.clock.now())).toEqual([])
  },
)

test('a letter whose batch is open is cancelled with its refund, and never printed', async () => {
  const id = await paidByCard(house)
  expect((await sara.refund(id)).json<LetterCard>().state).toBe('cancelled')
  expect(await toldOfMoney(house, id)).toEqual(['329', undefined])
  expect(told(await sara.post('batches', {}))).toEqual([409, 'nothing-waiting'])
  await house.settleRefunds()
  expect([await theirs(), (await house.books(id)).jobs]).toEqual([[329], ['void']])
  expect((await house.acts()).at(-1)?.note).toBe('se perdió en el reparto · 3,29 € · cancelada')
})

test('pressed by two at once, and again, and the answer of the provider lost: it goes back once (design/trust.md#database-is-the-guard)', async () => {
  const id = await batched('posted')
  const eva = await openDesk(house, 'Eva', true)
  const pressed = await Promise.all([sara, eva, sara, eva].map(async (desk) => told(await desk.refund(id))))
  expect(pressed.filter(([status]) => status === 200)).toHaveLength(1)
  expect(new Set(pressed.map(([, code]) => code))).toEqual(new Set([undefined, 'nothing-to-refund']))

  // The server ends before it hears of it; the next one looks first.
  house.network.meddle = async (call, go) => {
    const answer = await go()
    return call === 'POST /v1/refunds' ? Promise.reject(new TypeError('lost')) : answer
  }
  await house.settleRefunds()
  house.network.meddle = (_call, go) => go()
  await house.db
    .updateTable('job')
    .set({ run_at: new Date(0), lease_until: null })
    .execute()
  await Promise.all([house.settleRefunds(), house.settleRefunds()])
  await house.deliver()
  expect([await theirs(), told(await sara.refund(id))]).toEqual([[329], [409, 'nothing-to-refund']])
  expect((await house.acts()).filter(({ act }) => act === 'refund')).toHaveLength(1)
  expect((await house.books(id)).mails).toEqual(['posted', 'receipt', 'refunded'])
})

test('a refund that the bank sends back is asked for again by its button', async () => {
  const id = await batched('posted', '4000 0000 0000 5126')
  await sara.refund(id)
  await house.settleRefunds()
  house.clock.pass(days(2))
  await house.deliver()
  expect((await cardOf(id)).can).toContain('give-back')
  expect((await sara.giveBack(id)).statusCode).toBe(200)
})

test('a letter whose refund had failed is cancelled: its sender is told the sum that is asked back again', async () => {
  const id = await batched('printed', '4000 0000 0000 5126')
  await sara.refund(id)
  await house.settleRefunds()
  house.clock.pass(days(2))
  await house.deliver()
  await house.doubt(id)
  expect(told(await sara.cancel(id))).toEqual([200, undefined])
  expect(await toldOfMoney(house, id)).toEqual(['329', undefined])
  expect([await house.settleRefunds(), await theirs()]).toEqual([1, [329, 329]])
})

test('what a bank decides about, is not paid, or waits for a person is not refunded so; nor by whoever is no supervisor', async () => {
  const disputed = await batched('posted')
  await house.db.updateTable('payment_order').set({ dispute: 'open' }).where('name', '=', disputed).execute()
  const unpaid = await house.put({ state: 'frozen', job: false })
  const doubted = await paidByCard(house)
  await house.doubt(doubted)
  const olga = await openDesk(house)
  const paid = await paidByCard(house)
  const refusals = [
    await sara.refund(disputed),
    await sara.refund(unpaid),
    await sara.refund(doubted),
    await sara.refund(randomUUID()),
    await olga.refund(paid),
  ]
  expect(refusals.map(told)).toEqual([
    [409, 'nothing-to-refund'],
    [409, 'not-now'],
    [409, 'not-now'],
    [404, 'unknown-letter'],
    [403, 'supervisor-only'],
  ])
  for (const id of [disputed, unpaid, doubted]) expect((await cardOf(id)).can).not.toContain('refund')
  expect((await cardOf(paid, olga)).can).not.toContain('refund')
  expect(await house.db.selectFrom('refund').selectAll().execute()).toEqual([])
})

test('nothing is refunded while the provider does not answer', async () => {
  const id = await batched('posted')
  house.network.meddle = () => Promise.reject(new TypeError('away'))
  expect(told(await sara.refund(id))).toEqual([503, 'provider-unavailable'])
  expect(await house.db.selectFrom('refund').selectAll().execute()).toEqual([])
})
