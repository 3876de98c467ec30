import { madridDay } from '@lacre/letter/days.ts'
import type { PriceLine } from '@lacre/letter/price/price.ts'
import { sql } from 'kysely'
import type { InvoiceKind, InvoiceLine, Row, Tx } from '../database/tables.ts'
import { tryEach } from '../database/transactions.ts'
import {
  chainedHash,
  madridInstant,
  invoiceKinds,
  numberOf,
  recordType,
  seriesOf,
  addToChain,
  invoicesOfPayment,
  lockChain,
  nextPlace,
  type Invoice,
  splitTax,
  taxPercent,
} from './invoices-table.ts'
import type { World } from '../world.ts'
import { lockLetter } from '../letters/letters-table.ts'
import { noteInvoiced, type Payment, findPayment } from '../payments/orders-table.ts'
import { lastRestored } from '../database/restore.ts'

export type BooksDeps = Pick<World, 'db' | 'clock' | 'cipher' | 'seller'>

/**
 * Issues the missing invoices and corrections of all payments. Answers the number of payments. Several servers may run
 * it at once; a failure does not stop the others. `accountId`: of its letters only. @throws the first error.
 */
export async function issueInvoices(deps: BooksDeps, accountId?: string): Promise<number> {
  const due = await duePayments(deps, accountId)
  await tryEach(
    due.map(({ id }) => id),
    (id) => issueFor(deps, id),
  )
  return due.length
}

/**
 * Leaves out live payments while the seller is not set, since an invoice needs a NIF, and payments with unknown
 * livemode: reconciling finds it, and the wrong chain could not be corrected.
 */
const duePayments = ({ db, seller }: BooksDeps, accountId?: string) =>
  db
    .selectFrom('payment_money')
    .select('id')
    .where('paid_at', 'is not', null)
    .where('livemode', 'is not', null)
    .where(sql<boolean>`invoiced_cents is distinct from received_cents - refunded_cents`)
    .$if(!isKnown(seller), (query) => query.where('livemode', 'is not', true))
    .$if(accountId !== undefined, (query) =>
      query.where('letter_id', 'in', (letters) =>
        letters.selectFrom('letter').select('id').where('account_id', '=', accountId!),
      ),
    )
    .orderBy('paid_at')
    .execute()

const isKnown = ({ name, nif, address }: BooksDeps['seller']) => Boolean(name && nif && address)

/**
 * Brings a payment's invoices up to date, idempotently: a simplified one for the payment, and a corrective one for
 * refunds since the last. Their sum is the money kept at the provider.
 */
export async function issueFor(deps: BooksDeps, paymentId: string): Promise<void> {
  const { letter_id } = await findPayment(deps.db, paymentId)
  await deps.db.transaction().execute(async (tx) => {
    const found = await lockPaid(deps, tx, letter_id, paymentId)
    if (found) await bringUpToDate(deps, tx, found)
  })
}

type Paid = { letter: Row<'letter'>; payment: Payment & { paid_at: Date } }

/** Undefined: nothing to invoice, or no seller set. */
export async function lockPaid(
  { seller }: Pick<World, 'seller'>,
  tx: Tx,
  letterId: string,
  paymentId: string,
): Promise<Paid | undefined> {
  const letter = await lockLetter(tx, letterId)
  const payment = await findPayment(tx, paymentId)
  if (!letter || !payment.paid_at || payment.livemode === null || (payment.livemode && !isKnown(seller)))
    return undefined
  return { letter, payment: { ...payment, paid_at: payment.paid_at } }
}

/** Answers all invoices of the payment. */
export async function bringUpToDate(deps: BooksDeps, tx: Tx, { letter, payment }: Paid): Promise<Invoice[]> {
  const { received_cents, refunded_cents, paid_at } = payment
  const supplied_on = madridDay(paid_at)
  let issued = await invoicesOfPayment(tx, payment.id)
  if (!issued.length)
    issued = await issue(deps, tx, payment, issued, {
      kind: 'simplificada',
      supplied_on,
      lines: letter.price_lines.map(({ label, cents }: PriceLine) => ({ label, cents })),
      total: received_cents,
    })
  const counted = issued.filter(({ kind }) => invoiceKinds[kind].counts)
  const sum = (of: 'base_cents' | 'total_cents') => counted.reduce((all, invoice) => all + invoice[of], 0)
  const kept = received_cents - refunded_cents
  const change = kept - sum('total_cents')
  if (change !== 0)
    issued = await issue(deps, tx, payment, issued, {
      kind: 'rectificativa',
      supplied_on,
      lines: [{ label: change < 0 ? 'Devolución' : 'Devolución que no llegó a hacerse', cents: change }],
      total: change,
      // Round the kept sum once: rounding each refund would leave cents of base and tax.
      base: splitTax(kept).base - sum('base_cents'),
    })
  if (payment.invoiced_cents !== kept) await noteInvoiced(tx, payment.id, kept)
  return issued
}

type Wanted = { kind: InvoiceKind; supplied_on: string; lines: InvoiceLine[]; total: number; base?: number }

/** Issues a payment's next invoice. Call it last in the transaction: it holds the chain's lock. */
export async function issue(
  { clock, seller }: BooksDeps,
  tx: Tx,
  { id: payment_id, letter_id, livemode }: Payment,
  before: Invoice[],
  { kind, supplied_on, lines, total, base = splitTax(total).base }: Wanted,
): Promise<Invoice[]> {
  const chain = livemode ? 'live' : 'test'
  const { length, last_hash } = await lockChain(tx, chain)
  const now = clock.now()
  const issued_on = madridDay(now)
  const series = seriesOf(kind, chain, issued_on.slice(0, 4), await lastRestored(tx))
  const place = await nextPlace(tx, series)
  // Corrects the invoice in force: the full one, if there is one.
  const corrected = before.findLast((invoice) => invoice.kind !== 'rectificativa')
  const invoice = {
    number: numberOf(series, place),
    series,
    place,
    kind,
    payment_id,
    step: before.length + 1,
    letter_id,
    corrects: corrected?.number ?? null,
    issued_on,
    supplied_on,
    lines: JSON.stringify(lines),
    base_cents: base,
    tax_percent: taxPercent,
    tax_cents: total - base,
    total_cents: total,
    seller_name: seller.name ?? '',
    seller_nif: seller.nif ?? '',
    seller_address: seller.address ?? '',
    chain,
    seq: length + 1,
    recorded_at: madridInstant(now),
    previous_hash: last_hash,
  } as const
  await addToChain(tx, { ...invoice, hash: chainedHash(invoice, recordType(kind, corrected?.kind)) })
  return invoicesOfPayment(tx, payment_id)
}
