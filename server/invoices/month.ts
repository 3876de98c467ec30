import { orderNumber } from '@lacre/letter/order-number.ts'
import { sql } from 'kysely'
import type { ChainName, Db, Tx } from '../database/tables.ts'
import { inSnapshot } from '../database/transactions.ts'
import { csv } from '../http/streams.ts'
import {
  chainedHash,
  chainInOrder,
  dayFirst,
  inDecimals,
  type Invoice,
  correctedBy,
  invoiceKinds,
  numberOf,
  recordType,
  hasBuyer,
} from './invoices-table.ts'
import type { World } from '../world.ts'
import { buyerOf, type Buyer } from './buyer.ts'

/** An invoice by its day of issue; `intent`: the payment at the provider. */
export type MonthRow = Invoice & { intent: string | null; begun: Date }

export const monthOf = (db: Db, month: string, chain: ChainName): Promise<MonthRow[]> =>
  db
    .selectFrom('invoice')
    .innerJoin('payment_money', 'payment_money.id', 'invoice.payment_id')
    .selectAll('invoice')
    .select(['intent_id as intent', 'created_at as begun'])
    .where('chain', '=', chain)
    .where('issued_on', '>=', `${month}-01`)
    .where('issued_on', '<=', `${month}-31`)
    .orderBy('seq')
    .execute()

const amount = (cents: number) => inDecimals(cents).replace('.', ',')

/** Counts each sale once: a full invoice replaces its simplified one and adds nothing. */
const counted = <Row extends Pick<Invoice, 'kind'>>(rows: Row[]) =>
  rows.filter(({ kind }) => invoiceKinds[kind].counts)

const columns: Record<string, (row: MonthRow) => string> = {
  numero: ({ number }) => number,
  tipo: ({ kind }) => kind,
  fecha_expedicion: ({ issued_on }) => dayFirst(issued_on),
  fecha_operacion: ({ supplied_on }) => dayFirst(supplied_on),
  pedido: ({ letter_id }) => orderNumber(letter_id),
  sustituye_o_rectifica: ({ corrects }) => corrects ?? '',
  base: ({ base_cents }) => amount(base_cents),
  tipo_iva: ({ tax_percent }) => String(tax_percent),
  cuota_iva: ({ tax_cents }) => amount(tax_cents),
  total: ({ total_cents }) => amount(total_cents),
  suma: ({ kind }) => (invoiceKinds[kind].counts ? 'si' : 'no'),
  pago: ({ intent }) => intent ?? '',
  huella: ({ hash }) => hash,
}

type Sums = { base: number; tax: number; total: number; invoiced: number; corrected: number }

export function sumsOf(rows: Invoice[]): Sums {
  const total = (list: Invoice[], of: 'base_cents' | 'tax_cents' | 'total_cents') =>
    list.reduce((sum, row) => sum + row[of], 0)
  const all = counted(rows)
  return {
    base: total(all, 'base_cents'),
    tax: total(all, 'tax_cents'),
    total: total(all, 'total_cents'),
    invoiced: total(
      all.filter(({ kind }) => kind === 'simplificada'),
      'total_cents',
    ),
    corrected: total(
      all.filter(({ kind }) => kind === 'rectificativa'),
      'total_cents',
    ),
  }
}

/** A month as CSV for accounting; the last line sums the lines that count. */
export function monthAsCsv(rows: MonthRow[]): string {
  const { base, tax, total } = sumsOf(rows)
  const last: Record<string, string> = {
    numero: 'TOTAL',
    base: amount(base),
    cuota_iva: amount(tax),
    total: amount(total),
  }
  const names = Object.keys(columns)
  return csv([
    names,
    ...rows.map((row) => Object.values(columns).map((cellOf) => cellOf(row))),
    names.map((name) => last[name] ?? ''),
  ])
}

/** For the same charges, what other months invoiced, including for other letters of a charge: in cents. */
export async function outsideMonth(
  db: Db,
  rows: MonthRow[],
): Promise<{ invoiced: number; corrected: number }> {
  const [known, intents] = [
    rows.map(({ number }) => number),
    [...new Set(rows.flatMap(({ intent }) => intent ?? []))],
  ]
  const { rows: found } = await sql<{ invoiced: number; corrected: number }>`
    select coalesce(sum(total_cents) filter (where kind = 'simplificada'), 0)::int as invoiced,
      coalesce(sum(total_cents) filter (where kind = 'rectificativa'), 0)::int as corrected
    from invoice join payment_money on payment_money.id = payment_id where intent_id = any(${intents}::text[]) and number <> all(${known}::text[])`.execute(
    db,
  )
  return found[0]!
}

/** Charges that are no sale: refunded, or waiting for an operator. By the month in which they were begun. */
export async function takenBeside(db: Db, month: string, chain: ChainName): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(received_cents - refunded_cents), 0)::int as cents from payment_money
    where paid_at is null and livemode is distinct from ${chain === 'test'} and to_char(created_at at time zone 'Europe/Madrid', 'YYYY-MM') = ${month}`.execute(
    db,
  )
  return rows[0]!.cents
}

/** `waiting`: payments with an invoice still due, including new ones. */
type Verified = { invoices: number; waiting: number; wrong: string[] }

/** Verifies hashes, numbers and sums of both chains in one snapshot: servers issue meanwhile. */
export const verifyBooks = (db: Db): Promise<Verified> => inSnapshot(db, verifyOf)

async function verifyOf(db: Tx): Promise<Verified> {
  const [live, test] = [await walk(db, 'live'), await walk(db, 'test')]
  const { rows } = await sql<{ id: string; waiting: boolean }>`
    select payment.id, invoiced_cents is distinct from received_cents - refunded_cents as waiting
    from payment left join (
      select payment_id, sum(total_cents) filter (where kind <> 'completa') as cents from invoice group by payment_id
    ) issued on payment_id = payment.id
    where (state = 'paid' and invoiced_cents is distinct from received_cents - refunded_cents)
      or issued.cents is distinct from invoiced_cents`.execute(db)
  const sums = rows.flatMap(({ id, waiting }) =>
    waiting ? [] : [`el pago ${id} no suma lo que sus facturas`],
  )
  return {
    invoices: live.invoices + test.invoices,
    waiting: rows.length - sums.length,
    wrong: [...live.wrong, ...test.wrong, ...sums],
  }
}

async function walk(db: Db, chain: ChainName) {
  const wrong: string[] = []
  const places = new Map<string, number>()
  let [invoices, previous] = [0, '']
  for await (const invoice of chainInOrder(db, chain)) {
    invoices++
    const { number, series, place, seq, previous_hash, hash } = invoice
    const expected = (places.get(series) ?? 0) + 1
    places.set(series, place)
    if (seq !== invoices) wrong.push(`${number}: falta un registro antes`)
    if (place !== expected || number !== numberOf(series, place))
      wrong.push(`${number}: se esperaba el ${expected}`)
    if (previous_hash !== previous) wrong.push(`${number}: no sigue al registro anterior`)
    const type = recordType(invoice.kind, (await correctedBy(db, invoice))?.kind)
    if (hash !== chainedHash(invoice, type)) wrong.push(`${number}: no es lo que se escribió`)
    previous = hash
  }
  const { length, last_hash } = (await db
    .selectFrom('invoice_chain')
    .selectAll()
    .where('name', '=', chain)
    .executeTakeFirst()) ?? { length: 0, last_hash: '' }
  if (length !== invoices || last_hash !== previous) wrong.push(`faltan registros al final (${chain})`)
  return { invoices, wrong }
}

/**
 * For Veri*factu (docs/decisions/books.md): each invoice as a registro de alta, with order and names of Orden
 * HAC/1177/2024. A sender to the tax agency continues after the last `seq` it sent.
 */
export async function* billingRecords(
  { db, cipher }: Pick<World, 'db' | 'cipher'>,
  { chain, after = 0 }: { chain: ChainName; after?: number },
): AsyncGenerator<{ seq: number; record: object }> {
  let previous = after ? await atPlace(db, chain, after) : undefined
  for await (const invoice of chainInOrder(db, chain, after)) {
    const corrected = await correctedBy(db, invoice)
    const buyer = hasBuyer(invoice.kind, corrected?.kind)
      ? await buyerOf({ db, cipher }, invoice.payment_id)
      : undefined
    yield { seq: invoice.seq, record: recordOf(invoice, { corrected, buyer, previous }) }
    previous = invoice
  }
}

const atPlace = (db: Db, chain: ChainName, seq: number): Promise<Invoice> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()

const identityOf = ({ seller_nif, number, issued_on }: Invoice) => ({
  IDEmisorFactura: seller_nif,
  NumSerieFactura: number,
  FechaExpedicionFactura: dayFirst(issued_on),
})

type Around = { corrected: Invoice | undefined; buyer: Buyer | undefined; previous: Invoice | undefined }

function recordOf(invoice: Invoice, { corrected, buyer, previous }: Around): object {
  const { kind, issued_on, supplied_on, base_cents, tax_cents, tax_percent, total_cents } = invoice
  return {
    IDVersion: '1.0',
    IDFactura: identityOf(invoice),
    NombreRazonEmisor: invoice.seller_name,
    TipoFactura: recordType(kind, corrected?.kind),
    ...(corrected &&
      (kind === 'completa'
        ? { FacturasSustituidas: [identityOf(corrected)] }
        : { TipoRectificativa: 'I', FacturasRectificadas: [identityOf(corrected)] })),
    ...(supplied_on !== issued_on && { FechaOperacion: dayFirst(supplied_on) }),
    DescripcionOperacion: 'Impresión y envío de una carta por correo ordinario',
    ...(buyer && { Destinatarios: [{ NombreRazon: buyer.name, NIF: buyer.nif }] }),
    Desglose: [
      {
        Impuesto: '01',
        ClaveRegimen: '01',
        CalificacionOperacion: 'S1',
        TipoImpositivo: tax_percent.toFixed(2),
        BaseImponibleOimporteNoSujeto: inDecimals(base_cents),
        CuotaRepercutida: inDecimals(tax_cents),
      },
    ],
    CuotaTotal: inDecimals(tax_cents),
    ImporteTotal: inDecimals(total_cents),
    Encadenamiento: previous
      ? { RegistroAnterior: { ...identityOf(previous), Huella: previous.hash } }
      : { PrimerRegistro: 'S' },
    FechaHoraHusoGenRegistro: invoice.recorded_at,
    TipoHuella: '01',
    Huella: invoice.hash,
  }
}
