import { createHash } from 'node:crypto'
import { isWithoutBuyer } from '../database/queries.ts'
import type { ChainName, Db, InvoiceKind, NewRow, Row, Tx } from '../database/tables.ts'

export type Invoice = Row<'invoice'>

/** All invoices of a payment, oldest first. */
export const invoicesOfPayment = (tx: Db | Tx, paymentId: string): Promise<Invoice[]> =>
  tx.selectFrom('invoice').selectAll().where('payment_id', '=', paymentId).orderBy('step').execute()

export const invoicesOfLetter = (
  db: Db,
  letterId: string,
  { withBuyer }: { withBuyer: boolean },
): Promise<Invoice[]> =>
  db
    .selectFrom('invoice')
    .selectAll()
    .where('letter_id', '=', letterId)
    .$if(!withBuyer, (query) => query.where(isWithoutBuyer))
    .orderBy('chain')
    .orderBy('seq')
    .execute()

/** The invoice that this one replaces or corrects. */
export const correctedBy = async (db: Db, { corrects }: Invoice): Promise<Invoice | undefined> =>
  corrects === null
    ? undefined
    : db.selectFrom('invoice').selectAll().where('number', '=', corrects).executeTakeFirstOrThrow()

/** Locks the chain, so that invoices are issued one by one, without gaps or duplicates in numbers. */
export async function lockChain(tx: Tx, name: ChainName): Promise<Row<'invoice_chain'>> {
  await tx
    .insertInto('invoice_chain')
    .values({ name })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const chain = tx.selectFrom('invoice_chain').selectAll().where('name', '=', name).forUpdate()
  return chain.executeTakeFirstOrThrow()
}

/** The next place in a series; requires the chain's lock. */
export async function nextPlace(tx: Tx, series: string): Promise<number> {
  const { last } = await tx
    .selectFrom('invoice')
    .select((eb) => eb.fn.max('place').as('last'))
    .where('series', '=', series)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

export async function addToChain(tx: Tx, invoice: NewRow<'invoice'>): Promise<void> {
  await tx.insertInto('invoice').values(invoice).execute()
  await tx
    .updateTable('invoice_chain')
    .set({ length: invoice.seq, last_hash: invoice.hash })
    .where('name', '=', invoice.chain)
    .execute()
}

/** A chain in order, read in portions; `after`: the last known place. */
export async function* chainInOrder(db: Db, chain: ChainName, after = 0): AsyncGenerator<Invoice> {
  const portion = 500
  for (let seen = after; ;) {
    const rows = await db
      .selectFrom('invoice')
      .selectAll()
      .where('chain', '=', chain)
      .where('seq', '>', seen)
      .orderBy('seq')
      .limit(portion)
      .execute()
    yield* rows
    if (rows.length < portion) return
    seen = rows.at(-1)!.seq
  }
}

/** A series each (RD 1619/2012, art. 6.1.a). `counts`: false for an invoice that replaces another. */
export const invoiceKinds = {
  simplificada: { series: 'S', title: 'Factura simplificada', counts: true },
  completa: { series: 'F', title: 'Factura', counts: false },
  rectificativa: { series: 'R', title: 'Factura rectificativa', counts: true },
} as const satisfies Record<InvoiceKind, { series: string; title: string; counts: boolean }>

/**
 * `S2026`, `PRUEBA-S2026`. After a restore `S2026-MIB0KOW0`, from the restore's instant, so that numbers issued since
 * the backup are never reused, even after restoring it twice.
 */
export const seriesOf = (
  kind: InvoiceKind,
  chain: ChainName,
  year: string,
  restored: Date | undefined,
): string =>
  (chain === 'test' ? 'PRUEBA-' : '') +
  invoiceKinds[kind].series +
  year +
  (restored ? `-${restored.getTime().toString(36).toUpperCase()}` : '')

export const numberOf = (series: string, place: number): string =>
  `${series}-${String(place).padStart(6, '0')}`

/** Whether it names a buyer: a full invoice, and its corrections. */
export const hasBuyer = (kind: InvoiceKind, corrected: InvoiceKind | undefined): boolean =>
  kind === 'completa' || corrected === 'completa'

/**
 * The type in the Veri*factu record, by the kind and the kind it corrects. A refund of a full invoice: Ley 37/1992,
 * art. 80.Dos.
 */
export const recordType = (
  kind: InvoiceKind,
  corrected: InvoiceKind | undefined,
): 'F2' | 'F3' | 'R5' | 'R1' =>
  kind === 'simplificada' ? 'F2' : kind === 'completa' ? 'F3' : corrected === 'completa' ? 'R1' : 'R5'

/** Cents as `12.35`, `-0.57`. */
export const inDecimals = (cents: number): string => (cents / 100).toFixed(2)

/** `2026-11-22` as `22-11-2026`. */
export const dayFirst = (day: string): string => day.split('-').toReversed().join('-')

type Hashed = Pick<
  Invoice,
  'seller_nif' | 'number' | 'issued_on' | 'tax_cents' | 'total_cents' | 'previous_hash' | 'recorded_at'
>

/**
 * SHA-256 over the eight fields of a registro de alta, in capitals, as the tax agency defines it
 * (docs/decisions/books.md).
 */
export function chainedHash(invoice: Hashed, type: string): string {
  const fields = {
    IDEmisorFactura: invoice.seller_nif,
    NumSerieFactura: invoice.number,
    FechaExpedicionFactura: dayFirst(invoice.issued_on),
    TipoFactura: type,
    CuotaTotal: inDecimals(invoice.tax_cents),
    ImporteTotal: inDecimals(invoice.total_cents),
    Huella: invoice.previous_hash,
    FechaHoraHusoGenRegistro: invoice.recorded_at,
  }
  const text = Object.entries(fields).map(([name, value]) => `${name}=${value.trim()}`)
  return createHash('sha256').update(text.join('&')).digest('hex').toUpperCase()
}

const timeZone = 'Europe/Madrid'
const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
const withOffset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })

/** `2026-11-22T16:20:30+01:00`: the time in Spain with its UTC offset. */
export const madridInstant = (instant: Date): string =>
  local.format(instant).replace(' ', 'T') + withOffset.format(instant).split('GMT').at(-1)

/** On the whole price: only the universal postal operator is exempt (Ley 37/1992, arts. 20.Uno.1 and 90). */
export const taxPercent = 21

/** Splits cents that include the tax: 329 are 272 and 57. */
export function splitTax(total: number, percent = taxPercent): { base: number; tax: number } {
  const size = Math.round((Math.abs(total) * 100) / (100 + percent))
  const base = total < 0 ? -size : size
  return { base, tax: total - base }
}

/** The lines without tax; the rounding difference goes to the largest, so that they sum to `base`. */
export function netLines<Line extends { cents: number }>(
  lines: Line[],
  base: number,
  percent = taxPercent,
): Line[] {
  const net = lines.map((line) => ({ ...line, cents: splitTax(line.cents, percent).base }))
  const left = base - net.reduce((sum, { cents }) => sum + cents, 0)
  const largest = net.reduce(
    (most, { cents }, at) => (Math.abs(cents) > Math.abs(net[most]!.cents) ? at : most),
    0,
  )
  return net.map((line, at) => (at === largest ? { ...line, cents: line.cents + left } : line))
}
