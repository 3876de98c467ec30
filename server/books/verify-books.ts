import { sql } from 'kysely'
import type { ChainName } from '../database/books-tables.ts'
import { inSnapshot } from '../database/in-snapshot.ts'
import type { Db, Tx } from '../database/tables.ts'
import { chainedHash } from './chained-hash.ts'
import { numberOf, recordType } from './invoice-kinds.ts'
import { chainInOrder, invoiceByNumber, type Invoice } from './invoices-table.ts'

/** `waiting`: payments whose invoice is still due, among them those that were paid a moment ago. */
export type Verified = { invoices: number; waiting: number; wrong: string[] }

/**
 * Walks both chains: every hash, every number, every sum, and what each payment's invoices come to; as of one moment, since
 * servers issue meanwhile.
 */
export const verifyBooks = (db: Db): Promise<Verified> => inSnapshot(db, verifyOf)

async function verifyOf(db: Tx): Promise<Verified> {
  const [live, test] = [await walk(db, 'live'), await walk(db, 'test')]
  const { rows } = await sql<{ id: string; waiting: boolean }>`
    select payment.id, invoiced_cents is distinct from received_cents - refunded_cents as waiting
    from payment left join (
      select payment_id, sum(total_cents) filter (where kind <> 'completa') as cents from invoice group by payment_id
    ) issued on payment_id = payment.id
    where (paid_at is not null and invoiced_cents is distinct from received_cents - refunded_cents)
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
    if (hash !== (await hashOf(db, invoice))) wrong.push(`${number}: no es lo que se escribió`)
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

async function hashOf(db: Db, invoice: Invoice): Promise<string> {
  const corrected = invoice.corrects === null ? undefined : await invoiceByNumber(db, invoice.corrects)
  return chainedHash({
    nif: invoice.seller_nif,
    number: invoice.number,
    issuedOn: invoice.issued_on,
    type: recordType(invoice.kind, corrected?.kind),
    tax: invoice.tax_cents,
    total: invoice.total_cents,
    previous: invoice.previous_hash,
    recordedAt: invoice.recorded_at,
  })
}
