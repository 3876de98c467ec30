// @module-tag long
import { days, hours } from '@lacre/letter/days.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { eraseAccount } from './privacy/erase.ts'
import { issueInvoices } from './invoices/issue.ts'
import { cancelLetter, expireUnpaid } from './orders/cancel.ts'
import { closeAtCutOff } from './print-room/close-batch.ts'
import { reconcile } from './payments/reconcile.ts'
import { type ConsoleApp, type Desk, openConsole, openDesk, paidByCard } from './testing/console-app.ts'
import { anAccount, freezeLetter } from './testing/factories.ts'
import { invoiceDesk } from './testing/invoices/invoice-desk.ts'
import { accounts, kept } from './testing/locks/account-flows.ts'
import { listenToLocks, newRowsOf } from './testing/locks/listen-to-locks.ts'
import { beside, restored, resumedLive, unreadable } from './testing/locks/issue-flows.ts'
import { wentAgain } from './testing/locks/letter-flows.ts'
import { order, outOfOrder } from './testing/locks/out-of-order.ts'
import { forgetLetters } from './letters/forget.ts'

let listen: ReturnType<typeof listenToLocks>
let app: ConsoleApp
let desk: Desk
beforeEach(async () => {
  app = await openConsole()
  desk = await openDesk(app)
  listen = listenToLocks(await newRowsOf(app.db))
})
afterEach(() => vi.restoreAllMocks())

/** What was locked since the last look; none of it in another order, and no transaction asked for a second connection. */
function seen(): Set<string> {
  const { locks, beside } = listen()
  expect([...locks.flatMap(outOfOrder), ...beside]).toEqual([])
  return new Set(locks.flat().map(({ on }) => on))
}

const cancel = (id: string) => cancelLetter(app.world, { accountId: app.ana }, id)
const reconciled = () => reconcile(app.world)
const freeze = (accountId: string) => freezeLetter(app, accountId)

test('docs/design/trust.md names what has an order', () => {
  expect(order).toContain('letter')
  expect(order.at(-1)).toBe('acts')
})

test.each<[name: string, flow: () => Promise<unknown>, locks: string[]]>([
  ['freeze', () => freeze(app.ana), ['account', 'letter']],
  ['pay, and its webhook', () => paidByCard(app), ['letter', 'payment_order', 'print_job']],
  ['pay an order, cancel one, the rest given back outside', order3, ['letter', 'payment_order', 'print_job']],
  ['cancel unpaid', async () => cancel(await freeze(app.ana)), ['letter']],
  ['expire', expired, ['letter', 'payment_order']],
  ['cancel, and the refund', cancelled, ['letter', 'payment_order', 'print_job']],
  ['give back what was refused', refusedBack, ['letter', 'payment_order', 'acts']],
  ['a refund made outside, found by reconciling', refundedOutside, ['letter', 'payment_order', 'print_job']],
  ['invoice what was paid and given back', invoiced, ['letter', 'payment_order', 'invoice_chain']],
  ['a dispute, and its end', disputed, ['letter', 'payment_order', 'print_job', 'acts']],
  [
    'close a batch, print again, post, return',
    printed,
    ['close-batch', 'print_batch', 'letter', 'print_job', 'acts'],
  ],
  [
    'resume, and cancel, what needed a person',
    decided,
    ['print_batch', 'letter', 'payment', 'print_job', 'acts'],
  ],
  ['resume where money is live', resumedLive, ['letter', 'print_job', 'acts']],
  ['refund by the office, and an account disabled', office, ['account', 'letter', 'payment', 'acts']],
  ['close a batch at the cut-off', atCutOff, ['letter', 'print_job', 'acts']],
  ['stop what is damaged', damaged, ['print_batch', 'letter', 'print_job']],
  ['erase an account', erased, ['mailbox', 'account', 'letter']],
  ['forget letters', forgotten, []],
  ['send again what came back, on another day', wentAgain, ['account', 'letter']],
  [
    'give back money beside what pays, settle a call',
    () => beside({ app, desk }),
    ['letter', 'payment_order', 'acts'],
  ],
  [
    'a payment that the provider knows no more',
    () => unreadable({ app, desk }),
    ['letter', 'payment_order', 'acts'],
  ],
  ['restore', () => restored({ app, desk }), ['letter', 'mail']],
  ['register, sign in, reset, sweep', accounts, ['mailbox', 'account']],
  [
    'keep a draft, a signature, a template, an address',
    kept,
    ['account', 'draft', 'signature', 'template', 'address_book'],
  ],
])(
  '%s: locks are taken in one order, on one connection (design/trust.md#lock-order)',
  async (_name, flow, locks) => {
    seen()
    await flow()
    const taken = seen()
    for (const lock of locks) expect(taken).toContain(lock)
  },
)

async function expired() {
  await app.pay(await freeze(app.ana))
  const left = await freeze(app.ana)
  await app.begin(app.ana, left)
  app.clock.pass(days(8))
  await expireUnpaid({ ...app.world })
}

async function cancelled() {
  await cancel(await paidByCard(app))
  await app.settleRefunds()
  await app.deliver()
}

async function office() {
  const sara = await openDesk(app, 'Sara', true)
  await sara.refund(await paidByCard(app))
  const id = await paidByCard(app)
  await sara.post('batches', {})
  await sara.refund(id)
  await sara.post(`customers/${app.ana}/disable`, { note: 'lo pide' })
}

async function refusedBack() {
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await cancel(id)
  await app.settleRefunds()
  app.clock.pass(days(2))
  await app.deliver()
  await desk.giveBack(id)
  await app.settleRefunds()
}

async function refundedOutside() {
  await app.cards.refunds.create({ payment_intent: await app.intentOf(await paidByCard(app)) })
  await reconciled()
}

async function order3() {
  const letters = [await freeze(app.ana), await freeze(app.ana), await freeze(app.ana)]
  await app.pay(letters[1]!, undefined, app.ana, letters)
  await app.deliver()
  await cancel(letters[2]!)
  await app.settleRefunds()
  await app.cards.refunds.create({ payment_intent: await app.intentOf(letters[0]!) })
  await reconciled()
  expect((await app.books(letters[1]!)).letter).toBe('cancelled')
}

async function invoiced() {
  const [full, back] = [await paidByCard(app), await paidByCard(app)]
  expect(await invoiceDesk(app).askFull(full)).toBe('issued')
  await cancel(back)
  await app.settleRefunds()
  expect(await issueInvoices(app.world)).toBe(1)
}

async function disputed() {
  const id = await paidByCard(app, '4000 0000 0000 0259')
  await desk.cancel(id)
  const [dispute] = (await app.cards.disputes.list()).data
  await app.cards.disputes.update(dispute?.id ?? '', {
    evidence: { uncategorized_text: 'winning_evidence' },
  })
  await reconciled()
  await desk.giveBack(id)
}

async function batchOf(letters: number): Promise<string[]> {
  const ids = []
  for (let i = 0; i < letters; i++) ids.push(await paidByCard(app))
  await desk.post('batches', {})
  await desk.call('POST', 'batches/B0001/pdf', { reason: 'print' })
  return ids
}

async function printed() {
  const [id] = await batchOf(2)
  await desk.post(`letters/${id}/printed`, {})
  await desk.post(`letters/${id}/reprint`, { reason: 'damaged' })
  await desk.post('batches/B0001/posted', {})
  await desk.post(`letters/${id}/posted`, {})
  expect((await app.books(id ?? '')).letter).toBe('posted')
  await desk.post(`letters/${id}/returned`, { reason: 'no-reason' })
}

async function atCutOff() {
  for (let left = 2; left > 0; left--) await paidByCard(app)
  app.clock.pass(hours(12))
  expect(await closeAtCutOff(app.world, { hour: 17, minute: 30 })).toBe(1)
}

async function decided() {
  const [resumed = '', other = ''] = await batchOf(2)
  for (const id of [resumed, other]) await app.doubt(id)
  await desk.resume(resumed)
  await desk.cancel(other)
}

async function erased() {
  const email = 'luis@ejemplo.test'
  const accountId = await anAccount(app.db, { email })
  await freeze(accountId)
  await expect(eraseAccount(app.world, { accountId, email })).resolves.toBe('erased')
}

async function forgotten() {
  await cancel(await freeze(app.ana))
  app.clock.pass(days(40))
  expect(await forgetLetters(app)).toBe(1)
}

async function damaged() {
  const id = await paidByCard(app)
  await desk.post('batches', {})
  await app.db.updateTable('letter').set({ pdf_sha256: 'of other bytes' }).execute()
  await desk.call('POST', 'batches/B0001/pdf', { reason: 'print' })
  expect((await app.books(id)).letter).toBe('needs-person')
}
