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
import { tryJobsNow } from '../testing/alarms/alarm-app.ts'

let app: ConsoleApp
let sara: Desk
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  sara = await openDesk(app, 'Sara', true)
  desk = await openDesk(app)
})

/** Paid by card, closed in a batch, and as far as that. */
async function batched(upTo?: 'printed' | 'posted', card?: string): Promise<string> {
  const id = await paidByCard(app, card)
  await sara.print(...(upTo ? [upTo] : []))
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
    expect((await sara.card(id)).can).toContain('refund')
    const card = (await sara.refund(id)).json<LetterCard>()
    expect([card.state, card.payment?.refund, card.can.includes('refund')]).toEqual([state, 'asked', false])
    await app.settleRefunds()
    await app.deliver()
    expect([await app.refundedSums(), (await sara.card(id)).payment]).toMatchObject([
      [329],
      { state: 'refunded', refundedCents: 329 },
    ])
    const { jobs, mails } = await app.books(id)
    expect([jobs, mails]).toEqual([
      [state],
      [...(upTo === 'posted' ? ['posted'] : []), 'receipt', 'refunded'],
    ])
    expect((await app.acts()).at(-1)).toEqual({
      operator: 'Sara',
      action: 'refund',
      subject: id,
      note: 'se perdió en el reparto · 3,29 €',
    })
    expect(await unbalancedLetters(app.db, app.clock.now())).toEqual([])
  },
)

test('refunding a letter before its batch closes cancels it, and it is never printed', async () => {
  const id = await paidByCard(app)
  expect((await sara.refund(id)).json<LetterCard>().state).toBe('cancelled')
  expect(await toldOfMoney(app, id)).toEqual(['329', undefined])
  expect(told(await sara.post('batches'))).toEqual([409, 'nothing-waiting'])
  await app.settleRefunds()
  expect([await app.refundedSums(), (await app.books(id)).jobs]).toEqual([[329], ['void']])
  expect((await app.acts()).at(-1)?.note).toBe('se perdió en el reparto · 3,29 € · cancelada')
})

test('pressed by two at once, and again, and the answer of the provider lost: it goes back once (design/trust.md#database-is-the-guard)', async () => {
  const id = await batched('posted')
  const eva = await openDesk(app, 'Eva', true)
  const pressed = await Promise.all([sara, eva, sara, eva].map(async (desk) => told(await desk.refund(id))))
  expect(pressed.filter(([status]) => status === 200)).toHaveLength(1)
  expect(new Set(pressed.map(([, code]) => code))).toEqual(new Set([undefined, 'nothing-to-refund']))

  // The server ends before it hears of it; the next one looks first.
  app.network.meddle = async (call, go) => {
    const answer = await go()
    return call === 'POST /v1/refunds' ? Promise.reject(new TypeError('lost')) : answer
  }
  await app.settleRefunds()
  app.network.meddle = (_call, go) => go()
  await tryJobsNow(app.db)
  await Promise.all([app.settleRefunds(), app.settleRefunds()])
  await app.deliver()
  expect([await app.refundedSums(), told(await sara.refund(id))]).toEqual([[329], [409, 'nothing-to-refund']])
  expect((await app.acts()).filter(({ action }) => action === 'refund')).toHaveLength(1)
  expect((await app.books(id)).mails).toEqual(['posted', 'receipt', 'refunded'])
})

test('cancelled after its refund failed, the sender is told the sum that is requested again', async () => {
  const id = await batched('printed', '4000 0000 0000 5126')
  await sara.refund(id)
  await app.settleRefunds()
  app.clock.pass(days(2))
  await app.deliver()
  await app.doubt(id)
  expect(told(await sara.cancel(id))).toEqual([200, undefined])
  expect(await toldOfMoney(app, id)).toEqual(['329', undefined])
  expect([await app.settleRefunds(), await app.refundedSums()]).toEqual([1, [329, 329]])
})

test('refuses to refund a disputed or unpaid letter and one that needs a person; only a supervisor refunds', async () => {
  const disputed = await batched('posted')
  await app.db.updateTable('payment_order').set({ dispute: 'open' }).where('name', '=', disputed).execute()
  const unpaid = await app.unpaid()
  const doubted = await paidByCard(app)
  await app.doubt(doubted)
  const paid = await paidByCard(app)
  const refusals = [
    await sara.refund(disputed),
    await sara.refund(unpaid),
    await sara.refund(doubted),
    await sara.refund(randomUUID()),
    await desk.refund(paid),
  ]
  expect(refusals.map(told)).toEqual([
    [409, 'nothing-to-refund'],
    [409, 'not-now'],
    [409, 'not-now'],
    [404, 'unknown-letter'],
    [403, 'supervisor-only'],
  ])
  for (const id of [disputed, unpaid, doubted]) expect((await sara.card(id)).can).not.toContain('refund')
  expect((await desk.card(paid)).can).not.toContain('refund')
  expect(await app.db.selectFrom('refund').selectAll().execute()).toEqual([])
})

test('nothing is refunded while the provider does not answer', async () => {
  const id = await batched('posted')
  app.network.meddle = () => Promise.reject(new TypeError('away'))
  expect(told(await sara.refund(id))).toEqual([503, 'provider-unavailable'])
  expect(await app.db.selectFrom('refund').selectAll().execute()).toEqual([])
})

test('a failed refund stays on the list until it is requested again', async () => {
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await app.doubt(id)
  await desk.cancel(id)
  await app.settleRefunds()
  expect((await desk.needsPerson()).refunds).toEqual([])
  expect(told(await desk.giveBack(id))).toEqual([409, 'not-now'])
  app.clock.pass(days(2))
  await app.deliver()
  const { refunds, issues } = await desk.needsPerson()
  expect(refunds).toMatchObject([{ letterId: id, cents: 329, state: 'failed' }])
  expect(issues).toMatchObject([{ kind: 'refund-failed', letterId: id }])
  const card = (await desk.giveBack(id)).json<LetterCard>()
  expect([card.payment?.refund, card.can]).toEqual(['asked', ['give-back']])
  expect((await app.acts()).at(-1)).toMatchObject({ action: 'give-back', note: 'se le debe · 3,29 €' })
  await app.settleRefunds()
  expect(await app.refunds()).toHaveLength(2)
  expect(await desk.needsPerson()).toMatchObject({ refunds: [], issues: [] })
})

test.each([
  ['more', 500],
  ['less', 100],
])('%s was taken than was shown: all of it goes back, and the mail names that sum', async (_what, taken) => {
  const id = await app.unpaid()
  await app.pay(id)
  await app.changeIntents({ amount_received: taken })
  await app.deliver()
  expect((await app.books(id)).letter).toBe('needs-person')
  expect((await desk.cancel(id)).json<LetterCard>().payment).toMatchObject({ cents: taken, refund: 'asked' })
  await app.settleRefunds()
  await app.deliver()
  expect([await toldOfMoney(app, id), await app.refundedSums()]).toEqual([
    [String(taken), undefined],
    [taken],
  ])
  expect((await desk.needsPerson()).refunds).toEqual([])
})

test('money for a payment that was closed is given back from the console, also of a letter that goes its way', async () => {
  const id = await paidByCard(app)
  await app.db.updateTable('payment_order').set({ state: 'taken', paid_at: null }).execute()
  expect((await desk.card(id)).can).toContain('give-back')
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  await app.settleRefunds()
  expect([await app.refundedSums(), (await app.books(id)).letter]).toEqual([[329], 'paid'])
})

test.each([
  ['part', 100, ['229', undefined], [100, 229]],
  ['all', 329, ['0', 'returned-before'], [329]],
] as const)(
  '%s of it went back at the provider before: the mail names what goes back now, and never that nothing was charged',
  async (_what, amount, mail, refunds) => {
    const id = await paidByCard(app)
    await app.doubt(id)
    await app.cards.refunds.create({ payment_intent: await app.intentOf(), amount })
    await desk.cancel(id)
    await app.settleRefunds()
    expect([await toldOfMoney(app, id), new Set(await app.refundedSums())]).toEqual([mail, new Set(refunds)])
    expect(await app.refunds()).toHaveLength(refunds.length)
  },
)

test('another sum is on its way back before the cancellation: the mail does not say that nothing was charged', async () => {
  const id = await app.unpaid()
  await app.pay(id, '4000 0000 0000 7726')
  await app.changeIntents({ amount_received: 500 })
  await app.deliver()
  expect(told(await desk.giveBack(id))).toEqual([200, undefined])
  await app.settleRefunds()
  await desk.cancel(id)
  expect([await toldOfMoney(app, id), await app.refundedSums()]).toEqual([['0', 'returned-before'], [500]])
})

const atProvider = async (id: string, amount: number) => {
  await app.cards.refunds.create({ payment_intent: await app.intentOf(), amount })
  await app.deliver()
  return id
}
const asked = async (id: string) => {
  await app.doubt(id)
  await desk.cancel(id)
  await app.settleRefunds()
}

test.each<[string, (id: string) => Promise<unknown>, hasButton: boolean]>([
  ['that was asked for here', asked, true],
  ['of all, made at the provider, which had ended the letter', (id) => atProvider(id, 329), true],
  ['of a part, made at the provider', (id) => atProvider(id, 100), false],
])('a refund %s fails: the advice names a button only where it is', async (_what, refund, hasButton) => {
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await refund(id)
  app.clock.pass(days(2))
  await app.deliver()
  const { can, issues } = await desk.card(id)
  const note = issues.find(({ kind }) => kind === 'refund-failed')?.note
  expect([can.includes('give-back'), note?.includes('«Devolver el dinero»')]).toEqual([hasButton, hasButton])
  expect(note?.includes('panel del proveedor de pago')).toBe(!hasButton)
})

test('a refund fails during a dispute: the advice is not to refund it', async () => {
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await asked(id)
  await app.db.updateTable('payment_order').set({ dispute: 'open' }).execute()
  app.clock.pass(days(2))
  await app.deliver()
  const { can, issues } = await desk.card(id)
  expect(can).not.toContain('give-back')
  expect(issues.find(({ kind }) => kind === 'refund-failed')?.note).toMatch(/ Decide el banco[^«]+$/)
})
