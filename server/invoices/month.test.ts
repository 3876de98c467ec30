// @module-tag long
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { books as booksCommand } from '../operating/money-commands.ts'
import { paidByCard } from '../testing/console-app.ts'
import { buyer, openBooks, type OpenBooks } from '../testing/invoices/invoice-desk.ts'
import { takenBeside } from './month.ts'

let app: OpenBooks['app']
let books: OpenBooks['books']
let giveBack: OpenBooks['giveBack']
let folder: string
beforeEach(async () => {
  ;({ app, books, giveBack } = await openBooks())
  folder = mkdtempSync(join(tmpdir(), 'lacre-books-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const command = (...words: string[]) => booksCommand(app, words, { folder })

test('a month of 40 letters with refunds: CSV, invoices and the provider agree to the cent', async () => {
  const ids = await books.paidLetters(40)
  await books.issueAll()
  for (const id of ids.filter((_, at) => at % 30 === 0)) await books.askFull(id)
  await giveBack(...ids.filter((_, at) => at % 10 === 0))
  const { says, trouble } = await command('month', '2026-11')
  expect(trouble, says).toBe(false)
  expect(says).toContain('Facturado 131,60 €, rectificado −13,16 €')
  expect(says).toContain('Según el proveedor de pago: cobrado 131,60 €, devuelto −13,16 €. Cuadra.')

  const intents = (await app.db.selectFrom('sandbox_card_intent').select('body').execute()).map(({ body }) =>
    Number(body['amount_received']),
  )
  const refunds = (await app.refunds()).map(({ body }) => Number(body['amount']))
  const sum = (list: number[]) => list.reduce((total, one) => total + one, 0)
  const provider = sum(intents) - sum(refunds)
  expect([sum(intents), sum(refunds)]).toEqual([13_160, 1316])

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
  expect([body.length, counted.length]).toEqual([46, 44])
  for (const name of ['base', 'cuota_iva', 'total'])
    expect(inCents(at(total, name)), name).toBe(sum(counted.map((line) => inCents(at(line, name)))))
  expect(inCents(at(total, 'total'))).toBe(provider)
  const booked = (await books.invoices())
    .filter(({ kind }) => kind !== 'completa')
    .map(({ total_cents }) => total_cents)
  expect(sum(booked)).toBe(provider)
  expect(await command('verify')).toEqual({
    says: 'Facturas: 46. Pagos que esperan factura: 0.\nSin huecos ni cambios.',
    trouble: false,
  })
})

test('of an order one letter is given back a month later: both months agree with the provider (design/money.md#orders)', async () => {
  const letters: string[] = []
  for (let one = 0; one < 3; one++) letters.push(await app.put({ state: 'frozen', job: false }))
  await app.pay(letters[0]!, undefined, app.ana, letters)
  await app.deliver()
  await books.issueAll()
  app.clock.set('2026-12-10T10:00:00Z')
  await giveBack(letters[1]!)
  const december = await command('month', '2026-12')
  expect(december.says).toContain('Facturado 0,00 €, rectificado −3,29 €')
  expect(december.says).toContain('cobrado 0,00 €, devuelto −3,29 €. Cuadra.')
  const november = await command('month', '2026-11')
  expect(november.says).toContain('cobrado 9,87 €, devuelto 0,00 €. Cuadra.')
})

test('the provider took more than is invoiced: the month says so', async () => {
  await paidByCard(app)
  await books.issue()
  await app.cards.refunds.create({ payment_intent: await app.intentOf(), amount: 100 })
  const { says, trouble } = await command('month', '2026-11')
  expect([says.includes('NO CUADRA'), trouble]).toEqual([true, true])
})

test('what test cards paid beside the letters is not of the real month', async () => {
  const id = await app.put({ state: 'frozen', job: false })
  await app.pay(id)
  await app.deliver()
  const taken = { paid_at: null, state: 'taken' } as const
  await app.db.updateTable('payment_order').set(taken).execute()
  expect(await takenBeside(app.db, '2026-11', 'test')).toBe(329)
  expect(await takenBeside(app.db, '2026-11', 'live')).toBe(0)
})

test('the chain goes out with the fields of the order, in its order', async () => {
  const id = await paidByCard(app)
  await books.askFull(id)
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
