import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { days } from '@lacre/letter/duration.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { books as booksCommand } from '../command-line/books.ts'
import { reconcile } from '../payments/intents/reconcile.ts'
import { plantLetters } from '../testing/plant.ts'
import { openDesk, paidByCard, type Desk } from '../testing/console-desk.ts'
import { consoleHouse, type ConsoleHouse } from '../testing/console-house.ts'
import { goodCard } from '../testing/test-cards.ts'
import { issueInvoices } from './issue-invoices.ts'
import { requestFullInvoice } from './buyer.ts'
import { verifyBooks } from './verify-books.ts'

let house: ConsoleHouse
let desk: Desk
let folder: string
beforeEach(async () => {
  house = await consoleHouse()
  desk = await openDesk(house)
  folder = mkdtempSync(join(tmpdir(), 'lacre-books-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const issue = () => issueInvoices(house.actions.books)
async function issueAll() {
  while ((await issue()) > 0);
}
const invoices = () => house.db.selectFrom('invoice').selectAll().orderBy('seq').execute()
const short = async () =>
  (await invoices()).map(({ number, kind, base_cents, tax_cents, total_cents, corrects }) =>
    [number, kind, base_cents, tax_cents, total_cents, corrects].join(' '),
  )
const command = (...words: string[]) => booksCommand(house, words, { folder })
const buyer = { name: 'Papelería Ñandú, S. L.', nif: 'B-00000000', address: 'Calle Mayor 1, 28013 Madrid' }
const askFull = (id: string, changes: object = {}) =>
  requestFullInvoice(house.actions.books, id, { ...buyer, ...changes })

test('what was paid has one simplified invoice, what went back a corrective one (design.md#invoices)', async () => {
  const [kept, back] = [await paidByCard(house), await paidByCard(house)]
  await issue()
  await desk.cancel(back)
  await house.doubt(back)
  await desk.cancel(back)
  await house.settleRefunds()
  await issue()
  expect(await issue()).toBe(0)
  expect(kept).not.toBe(back)
  expect(await short()).toEqual([
    'PRUEBA-S2026-000001 simplificada 272 57 329 ',
    'PRUEBA-S2026-000002 simplificada 272 57 329 ',
    'PRUEBA-R2026-000001 rectificativa -272 -57 -329 PRUEBA-S2026-000002',
  ])
})

test('a part that was given back outside is corrected by so much', async () => {
  const id = await paidByCard(house)
  await issue()
  const payment = await house.db
    .selectFrom('payment')
    .select('intent_id')
    .where('letter_id', '=', id)
    .executeTakeFirstOrThrow()
  await house.cards.refunds.create({ payment_intent: payment.intent_id ?? '', amount: 100 })
  await reconcile(house.actions.payments)
  await issue()
  expect((await short()).at(-1)).toBe('PRUEBA-R2026-000001 rectificativa -83 -17 -100 PRUEBA-S2026-000001')
})

test('a refund that the bank sends back is invoiced again', async () => {
  const id = await paidByCard(house, '4000 0000 0000 5126')
  await house.doubt(id)
  await desk.cancel(id)
  await house.settleRefunds()
  await issue()
  house.clock.pass(days(3))
  await reconcile(house.actions.payments)
  await issue()
  expect((await invoices()).map(({ total_cents }) => total_cents)).toEqual([329, -329, 329])
})

/** So many letters that were paid by card, of people who write twenty each. Their ids. */
async function paidLetters(count: number): Promise<string[]> {
  const all: string[] = []
  while (all.length < count) {
    const account_id = await house.account()
    const ids = await plantLetters(
      house.db,
      Array.from({ length: Math.min(20, count - all.length) }, () => ({
        account_id,
        state: 'frozen' as const,
      })),
    )
    for (const id of ids) await house.pay(id, goodCard, account_id)
    await house.tell()
    all.push(...ids)
  }
  return all
}

test('several servers at once leave no gap and give no number twice (design.md#invoices)', async () => {
  const ids = await paidLetters(60)
  const full = ids.slice(0, 5).map((id) => askFull(id, { nif: 'A58818501' }))
  await Promise.all([issue(), issue(), issue(), ...full])
  await issue()
  const all = await invoices()
  const places = (letter: string) =>
    all.filter(({ series }) => series.includes(`-${letter}`)).map(({ place }) => place)
  expect(places('S')).toEqual(Array.from({ length: 60 }, (_, at) => at + 1))
  expect(places('F')).toEqual([1, 2, 3, 4, 5])
  expect(await verifyBooks(house.db)).toEqual({ invoices: 65, waiting: 0, wrong: [] })
})

test('a transaction that dies after its number was taken leaves no gap', async () => {
  const [first, second] = [await paidByCard(house), await paidByCard(house)]
  const { books } = house.actions
  const dying = { ...books, noteInvoiced: () => Promise.reject(new Error('the server died')) }
  await expect(issueInvoices(dying)).rejects.toThrow('the server died')
  expect(await invoices()).toEqual([])
  await issue()
  expect((await invoices()).map(({ letter_id, place }) => [letter_id, place])).toEqual([
    [first, 1],
    [second, 2],
  ])
})

test('a written invoice stays as it is, and a change past the server is found', async () => {
  await paidByCard(house)
  await paidByCard(house)
  await issue()
  await expect(house.db.updateTable('invoice').set({ total_cents: 1 }).execute()).rejects.toThrow(
    'stays as it was written',
  )
  await expect(house.db.deleteFrom('invoice').execute()).rejects.toThrow('stays as it was written')
  const past = house.db.schema
  await past.alterTable('invoice').renameTo('invoice_kept').execute()
  await past
    .createTable('invoice')
    .as(house.db.selectFrom('invoice_kept' as 'invoice').selectAll())
    .execute()
  await house.db.updateTable('invoice').set({ tax_cents: 0, base_cents: 329 }).where('seq', '=', 1).execute()
  expect((await verifyBooks(house.db)).wrong).toEqual(['PRUEBA-S2026-000001: no es lo que se escribió'])
})

test.each([
  ['a wrong NIF', { nif: 'B00000001' }, 'no-nif'],
  ['a second one', {}, 'has-one'],
])(
  'a full invoice takes the place of the simplified one, once; %s is refused',
  async (_, changes, refused) => {
    const id = await paidByCard(house)
    expect(await askFull(id, { nif: 'a-58818501' })).toBe('issued')
    expect(await askFull(id, { nif: 'A58818501', ...changes })).toBe(refused)
    expect(await short()).toEqual([
      'PRUEBA-S2026-000001 simplificada 272 57 329 ',
      'PRUEBA-F2026-000001 completa 272 57 329 PRUEBA-S2026-000001',
    ])
    const [sealed] = await house.db.selectFrom('invoice_buyer').selectAll().execute()
    expect(sealed?.content.includes('Papelería')).toBe(false)
  },
)

test('what was given back has no full invoice any more, and nor has what was paid four years ago', async () => {
  const [back, old] = [await paidByCard(house), await paidByCard(house)]
  await house.doubt(back)
  await desk.cancel(back)
  await house.settleRefunds()
  expect(await askFull(back, { nif: 'A58818501' })).toBe('given-back')
  house.clock.pass(days(4 * 365 + 1))
  expect(await askFull(old, { nif: 'A58818501' })).toBe('too-late')
})

test('a month of 500 letters with refunds: CSV, invoices and the provider agree to the cent', async () => {
  const ids = await paidLetters(500)
  await issueAll()
  for (const [at, id] of ids.entries()) {
    if (at % 10 !== 0) continue
    if (at % 30 === 0) await askFull(id, { nif: 'A58818501' })
    await house.doubt(id)
    await desk.cancel(id)
  }
  while ((await house.settleRefunds()) > 0);
  const { says, trouble } = await command('month', '2026-11')
  expect(trouble, says).toBe(false)
  expect(says).toContain('Facturado 1645,00 €, rectificado −164,50 €')
  expect(says).toContain('Según el proveedor de pago: cobrado 1645,00 €, devuelto −164,50 €. Cuadra.')

  const intents = (await house.db.selectFrom('sandbox_card_intent').select('body').execute()).map(
    ({ body }) => Number(body['amount_received']),
  )
  const refunds = (await house.refunds()).map(({ body }) => Number(body['amount']))
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const provider = sum(intents) - sum(refunds)
  expect([sum(intents), sum(refunds)]).toEqual([164_500, 16_450])

  const lines = readFileSync(join(folder, 'facturas-2026-11.csv'), 'utf8')
    .replace('\u{feff}', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  const [head = [], ...body] = lines
  const total = body.pop() ?? []
  const at = (line: string[], name: string) => line[head.indexOf(name)] ?? ''
  const inCents = (text: string) => Math.round(Number(text.replace(',', '.')) * 100)
  const counted = body.filter((line) => at(line, 'suma') === 'si')
  expect([body.length, counted.length]).toEqual([567, 550])
  for (const name of ['base', 'cuota_iva', 'total'])
    expect(inCents(at(total, name)), name).toBe(sum(counted.map((line) => inCents(at(line, name)))))
  expect(inCents(at(total, 'total'))).toBe(provider)
  const booked = (await invoices())
    .filter(({ kind }) => kind !== 'completa')
    .map(({ total_cents }) => total_cents)
  expect(sum(booked)).toBe(provider)
  expect(await command('verify')).toEqual({
    says: 'Facturas: 567. Pagos que esperan factura: 0.\nSin huecos ni cambios.',
    trouble: false,
  })
}, 180_000)

test('the provider took more than is invoiced: the month says so', async () => {
  await paidByCard(house)
  await issue()
  const refund = await house.db.selectFrom('payment').select('intent_id').executeTakeFirstOrThrow()
  await house.cards.refunds.create({ payment_intent: refund.intent_id ?? '', amount: 100 })
  const { says, trouble } = await command('month', '2026-11')
  expect([says.includes('NO CUADRA'), trouble]).toEqual([true, true])
})

test('the chain goes out with the fields of the order, in its order', async () => {
  const id = await paidByCard(house)
  await askFull(id, { nif: 'A58818501' })
  await command('export')
  const records = readFileSync(join(folder, 'registros-prueba.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(records).toMatchObject([
    {
      IDFactura: { NumSerieFactura: 'PRUEBA-S2026-000001', FechaExpedicionFactura: '23-11-2026' },
      TipoFactura: 'F2',
      CuotaTotal: '0.57',
      ImporteTotal: '3.29',
      Encadenamiento: { PrimerRegistro: 'S' },
      FechaHoraHusoGenRegistro: '2026-11-23T10:00:00+01:00',
    },
    {
      TipoFactura: 'F3',
      FacturasSustituidas: [{ NumSerieFactura: 'PRUEBA-S2026-000001' }],
      Destinatarios: [{ NombreRazon: buyer.name, NIF: 'A58818501' }],
      Encadenamiento: {
        RegistroAnterior: { NumSerieFactura: 'PRUEBA-S2026-000001', Huella: records[0]?.['Huella'] },
      },
    },
  ])
})
