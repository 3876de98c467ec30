import { day, days } from '@lacre/letter/days.ts'
import { firstPrices, postageOf, priceOn } from '@lacre/letter/price/price.ts'
import { beforeEach, expect, test } from 'vitest'
import { reconcile } from '../payments/reconcile.ts'
import { paidByCard } from '../testing/console-app.ts'
import { openBooks, type OpenBooks } from '../testing/invoices/invoice-desk.ts'
import { issueInvoices } from './issue.ts'
import { verifyBooks } from './month.ts'
import { failingDatabase } from '../testing/played-database.ts'

let app: OpenBooks['app']
let books: OpenBooks['books']
let giveBack: OpenBooks['giveBack']
beforeEach(async () => {
  ;({ app, books, giveBack } = await openBooks())
})

test('what was paid has one simplified invoice, what went back a corrective one (design/money.md#invoices)', async () => {
  const [kept, back] = [await paidByCard(app), await paidByCard(app)]
  await books.issue()
  await giveBack(back)
  await books.issue()
  expect(await books.issue()).toBe(0)
  expect(kept).not.toBe(back)
  expect(await books.short()).toEqual([
    'PRUEBA-S2026-000001 simplificada 272 57 329 ',
    'PRUEBA-S2026-000002 simplificada 272 57 329 ',
    'PRUEBA-R2026-000001 rectificativa -272 -57 -329 PRUEBA-S2026-000002',
  ])
})

test('a letter that is sent again is invoiced for its postage, in one line (design/letter.md#came-back)', async () => {
  const { lines, total } = postageOf(priceOn(day('2026-11-23'), firstPrices))
  const again_of = await app.put({ state: 'returned', job: false })
  const price_lines = JSON.stringify(lines)
  const id = await app.put({ state: 'frozen', job: false, again_of, price_lines, total_cents: total })
  await app.pay(id)
  await app.deliver()
  await books.issue()
  expect(await books.short()).toEqual(['PRUEBA-S2026-000001 simplificada 74 15 89 '])
  expect((await books.invoices())[0]?.lines).toEqual([{ label: 'Franqueo nacional ordinario', cents: 89 }])
  await giveBack(id)
  await books.issue()
  expect((await books.short())[1]).toContain('rectificativa -74 -15 -89')
})

test('a part that was given back outside is corrected by so much', async () => {
  const id = await paidByCard(app)
  await books.issue()
  await app.cards.refunds.create({ payment_intent: await app.intentOf(id), amount: 100 })
  await reconcile(app.world)
  await books.issue()
  expect((await books.short()).at(-1)).toBe(
    'PRUEBA-R2026-000001 rectificativa -83 -17 -100 PRUEBA-S2026-000001',
  )
})

test('a refund that the bank sends back is invoiced again', async () => {
  const id = await paidByCard(app, '4000 0000 0000 5126')
  await giveBack(id)
  await books.issue()
  app.clock.pass(days(3))
  await reconcile(app.world)
  await books.issue()
  expect((await books.invoices()).map(({ total_cents }) => total_cents)).toEqual([329, -329, 329])
})

test('one that cannot be invoiced keeps no other: it is said, and it goes on', async () => {
  const [broken] = [await paidByCard(app), await paidByCard(app)]
  await app.db.updateTable('letter').set({ price_lines: '{}' }).where('id', '=', broken).execute()
  await expect(books.issue()).rejects.toThrow('price_lines')
  expect(await books.short()).toEqual(['PRUEBA-S2026-000001 simplificada 272 57 329 '])
})

test('several servers at once leave no gap and give no number twice (design/money.md#invoices)', async () => {
  const ids = await books.paidLetters(60)
  const full = ids.slice(0, 5).map((id) => books.askFull(id))
  await Promise.all([books.issue(), books.issue(), books.issue(), ...full])
  await books.issue()
  const all = await books.invoices()
  const places = (letter: string) =>
    all.filter(({ series }) => series.includes(`-${letter}`)).map(({ place }) => place)
  expect(places('S')).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  expect(places('F')).toEqual([1, 2, 3, 4, 5])
  expect(await verifyBooks(app.db)).toEqual({ invoices: 65, waiting: 0, wrong: [] })
})

test('a transaction that dies after its number was taken leaves no gap', async () => {
  const [first, second] = [await paidByCard(app), await paidByCard(app)]
  const db = failingDatabase(
    app.db,
    ['"UpdateQueryNode"', '"name":"payment"', 'invoiced_cents'],
    new Error('the server died'),
  )
  const dying = { ...app.world, db }
  await expect(issueInvoices(dying)).rejects.toThrow('the server died')
  expect(await books.invoices()).toEqual([])
  await books.issue()
  expect((await books.invoices()).map(({ letter_id, place }) => [letter_id, place])).toEqual([
    [first, 1],
    [second, 2],
  ])
})

test('a written invoice stays as it is, and a change past the server is found', async () => {
  await paidByCard(app)
  await paidByCard(app)
  await books.issue()
  await expect(app.db.updateTable('invoice').set({ total_cents: 1 }).execute()).rejects.toThrow(
    'stays as it was written',
  )
  await expect(app.db.deleteFrom('invoice').execute()).rejects.toThrow('stays as it was written')
  const past = app.db.schema
  await past.alterTable('invoice').renameTo('invoice_kept').execute()
  await past
    .createTable('invoice')
    .as(app.db.selectFrom('invoice_kept' as 'invoice').selectAll())
    .execute()
  await app.db.updateTable('invoice').set({ tax_cents: 0, base_cents: 329 }).where('seq', '=', 1).execute()
  expect((await verifyBooks(app.db)).wrong).toEqual(['PRUEBA-S2026-000001: no es lo que se escribió'])
})

test('what is paid while the books are looked through is no fault in them', async () => {
  await paidByCard(app)
  await books.issue()
  await paidByCard(app)
  let isRead = false
  const meanwhile = app.db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isRead && result.rows.some((row) => row['seq'] === 1)) {
        isRead = true
        await books.issue()
      }
      return result
    },
  })
  expect(await verifyBooks(meanwhile)).toMatchObject({ invoices: 1, wrong: [] })
  expect(await verifyBooks(app.db)).toEqual({ invoices: 2, waiting: 0, wrong: [] })
})

test('issues no invoice until the provider says whether the money is live', async () => {
  const id = await paidByCard(app)
  await app.db.updateTable('payment_order').set({ livemode: null }).execute()
  expect(await books.issue()).toBe(0)
  expect(await books.askFull(id)).toBe('unavailable')
  expect(await books.invoices()).toEqual([])
  await reconcile(app.world)
  expect(await books.issue()).toBe(1)
})

test.each([
  ['a wrong NIF', { nif: 'B00000001' }, 'no-nif'],
  ['a second one', {}, 'has-one'],
])(
  'a full invoice takes the place of the simplified one, once; %s is refused',
  async (_, changes, refused) => {
    const id = await paidByCard(app)
    expect(await books.askFull(id, { nif: 'a-58818501' })).toBe('issued')
    expect(await books.askFull(id, { nif: 'A58818501', ...changes })).toBe(refused)
    expect(await books.short()).toEqual([
      'PRUEBA-S2026-000001 simplificada 272 57 329 ',
      'PRUEBA-F2026-000001 completa 272 57 329 PRUEBA-S2026-000001',
    ])
    const [sealed] = await app.db.selectFrom('invoice_buyer').selectAll().execute()
    expect(sealed?.content.includes('Papelería')).toBe(false)
  },
)

test('what was given back has no full invoice any more, and nor has what was paid four years ago', async () => {
  const [back, old] = [await paidByCard(app), await paidByCard(app)]
  await giveBack(back)
  expect(await books.askFull(back)).toBe('given-back')
  app.clock.pass(days(4 * 365 + 1))
  expect(await books.askFull(old)).toBe('too-late')
})

test('given back in parts until nothing is left: no cent of base or tax stays in the books (design/money.md#invoices)', async () => {
  const id = await paidByCard(app)
  const intent_id = await app.intentOf(id)
  for (const amount of [50, 50, 50, 50, 50, 50, 29]) {
    await app.cards.refunds.create({ payment_intent: intent_id, amount })
    await reconcile(app.world)
    await books.issue()
  }
  const sum = (of: 'base_cents' | 'tax_cents' | 'total_cents', rows: Record<typeof of, number>[]) =>
    rows.reduce((all, row) => all + row[of], 0)
  const all = await books.invoices()
  expect([sum('base_cents', all), sum('tax_cents', all), sum('total_cents', all)]).toEqual([0, 0, 0])
})
