// @module-tag long
import { beforeEach, expect, test } from 'vitest'
import type { Marked } from '@lacre/letter/print-room/calls.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk } from '../testing/console-app.ts'
import { unbalancedLetters } from '../operating/checks.ts'

let app: ConsoleApp
let sara: Desk
let letters: string[]
beforeEach(async () => {
  app = await openConsole()
  sara = await openDesk(app, 'Sara', true)
  letters = []
  for (let one = 0; one < 3; one++) letters.push(await app.unpaid())
  await app.pay(letters[0]!, undefined, app.ana, letters)
  await app.deliver()
})

test('a letter of an order says with how many it was paid; the office gives back its own part alone (design/money.md#orders)', async () => {
  const [first, second, third] = letters as [string, string, string]
  expect((await sara.card(first)).payment).toMatchObject({ state: 'paid', cents: 329, together: 3 })
  await sara.post('batches')
  await sara.refund(second)
  await app.settleRefunds()
  await app.deliver()
  expect(await app.refundedSums()).toEqual([329])
  expect((await sara.card(second)).payment).toMatchObject({ state: 'refunded', refundedCents: 329 })
  for (const id of [first, third])
    expect((await sara.card(id)).payment).toMatchObject({ state: 'paid', refundedCents: 0 })
  expect(await unbalancedLetters(app.db, app.clock.now())).toEqual([])
})

test('given back at the provider without a letter’s name, an operator names it: its money is back, and it is not printed (design/money.md#orders)', async () => {
  const [, second, third] = letters as [string, string, string]
  const { intent_id } = await app.db.selectFrom('payment_order').select('intent_id').executeTakeFirstOrThrow()
  await app.cards.refunds.create({ payment_intent: intent_id!, amount: 329 })
  await app.deliver()
  expect((await sara.needsPerson()).issues.map(({ kind }) => kind)).toEqual(['refund-unnamed'])
  for (const id of letters) {
    const { state, can, payment } = await sara.card(id)
    expect([state, can.includes('name-refund'), payment?.refundedCents]).toEqual(['paid', true, 0])
  }
  expect((await sara.nameRefund(second)).statusCode).toBe(200)
  expect((await sara.card(second)).payment).toMatchObject({ state: 'refunded', refundedCents: 329 })
  expect((await sara.nameRefund(third)).statusCode).toBe(409)
  const states = letters.map(async (id) => (await sara.card(id)).state)
  expect(await Promise.all(states)).toEqual(letters.map((id) => (id === second ? 'cancelled' : 'paid')))
  expect((await sara.needsPerson()).issues).toEqual([])
  expect((await app.acts()).map(({ action }) => action)).toContain('name-refund')
  expect((await app.books(second)).mails).toContain('cancelled')
  expect(await unbalancedLetters(app.db, app.clock.now())).toEqual([])
})

test('the order’s receipt names each letter: one that a person sends on is not told of again (design/money.md#orders)', async () => {
  for (const id of letters) {
    await app.doubt(id)
    expect((await sara.resume(id)).statusCode).toBe(200)
  }
  expect(await app.mails('receipt')).toHaveLength(1)
})

/** The letters that each mail of posting tells of, by their ids. */
async function toldOfPosting(): Promise<Set<string>> {
  const idsOf = ({ others = '[]' }: { others?: string }) => JSON.parse(others) as string[]
  return new Set((await app.mails('posted')).map(({ key, data }) => together([key, ...idsOf(data)])))
}
const together = (ids: string[]) => ids.toSorted().join(' ')

test('the letters of an order that are posted together are told in one mail, each of another order in its own (design/letter.md#told-by-mail)', async () => {
  const alone = await app.unpaid()
  await app.pay(alone)
  await app.deliver()
  await sara.print()
  expect((await sara.post('batches/B0001/posted')).json()).toMatchObject({ done: 4 })
  await sara.post('batches/B0001/posted')
  expect(await toldOfPosting()).toEqual(new Set([together(letters), alone]))
})

test('one of an order that is posted later is told then, and one that was told is not told again (design/letter.md#told-by-mail)', async () => {
  const [first, second, third] = letters as [string, string, string]
  await sara.print()
  await app.doubt(second)
  await sara.post(`letters/${first}/posted`)
  const again = {
    attempt: 1,
    reason: 'damaged',
    note: 'llegó mojada',
    supervisorReason: 'lo pide quien escribe',
  }
  expect((await sara.post(`letters/${first}/reprint`, again)).statusCode).toBe(200)
  const { done, held } = (await sara.post('batches/B0001/posted')).json<Marked>()
  expect([done, together(held.map(({ id }) => id))]).toEqual([1, together([first, second])])
  await sara.post(`letters/${first}/posted`)
  expect(await toldOfPosting()).toEqual(new Set([first, third]))
  await sara.resume(second)
  await sara.print('posted')
  expect(await toldOfPosting()).toEqual(new Set(letters))
})

test('all of an order given back at the provider is one mail, with the whole sum (design/letter.md#told-by-mail)', async () => {
  const [intent] = (await app.cards.paymentIntents.list()).data
  await app.cards.refunds.create({ payment_intent: intent!.id })
  await app.deliver()
  const [mail, ...others] = await app.mails('cancelled')
  expect([mail?.data.refunded, JSON.parse(String(mail?.data.others)), others]).toEqual([
    String(3 * 329),
    expect.any(Array),
    [],
  ])
})
