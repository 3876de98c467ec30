import { day, longDate } from '@lacre/letter/days.ts'
import { orderNumber } from '@lacre/letter/order-number.ts'
import { cents, inEuros } from '@lacre/letter/price/money.ts'
import type { InvoiceToSet, Typesetter } from '../typesetting/typesetter.ts'
import { type Buyer, buyerOf, paidOf } from './buyer.ts'
import {
  hasBuyer,
  type Invoice,
  correctedBy,
  invoiceKinds,
  invoicesOfLetter,
  netLines,
} from './invoices-table.ts'
import { issueFor, type BooksDeps } from './issue.ts'
import type { World } from '../world.ts'

const euros = (amount: number) => inEuros(cents(amount))
const date = (of: string) => longDate(day(of))

/** Made from the frozen row alone, so that an invoice's bytes never change (RD 1619/2012, arts. 6, 7 and 15). */
function invoiceOnPaper(
  invoice: Invoice,
  { corrected, buyer }: { corrected: Invoice | undefined; buyer: Buyer | undefined },
): InvoiceToSet {
  const { kind, lines, seller_name, seller_nif, seller_address } = invoice
  const isFull = hasBuyer(kind, corrected?.kind)
  const reference = corrected && `${corrected.number}, del ${date(corrected.issued_on)}`
  return {
    title: invoiceKinds[kind].title,
    number: invoice.number,
    isTest: invoice.chain === 'test',
    facts: [
      ['Número', invoice.number],
      ['Fecha de expedición', date(invoice.issued_on)],
      ...(invoice.supplied_on === invoice.issued_on
        ? []
        : [['Fecha de la operación', date(invoice.supplied_on)] as [string, string]]),
      ['Pedido', orderNumber(invoice.letter_id)],
      ...(corrected
        ? [[kind === 'completa' ? 'Sustituye a' : 'Rectifica', corrected.number] as [string, string]]
        : []),
    ],
    seller: [
      seller_name || 'Sin datos del titular',
      ...(seller_nif ? [`NIF ${seller_nif}`] : []),
      seller_address,
    ].filter(Boolean),
    buyer: isFull ? (buyer ? [buyer.name, `NIF ${buyer.nif}`, buyer.address] : ['Datos ya borrados']) : [],
    service: 'Impresión y envío de una carta por correo ordinario',
    lines: (isFull ? netLines(lines, invoice.base_cents, invoice.tax_percent) : lines).map((line) => [
      line.label,
      euros(line.cents),
    ]),
    linesAre: isFull ? 'Importe sin IVA' : 'Importe, IVA incluido',
    sums: [
      ['Base imponible', euros(invoice.base_cents)],
      [`IVA (${invoice.tax_percent} %)`, euros(invoice.tax_cents)],
    ],
    total: euros(invoice.total_cents),
    note: noteOf(invoice, reference),
    date: new Date(invoice.recorded_at),
  }
}

function noteOf({ kind }: Invoice, reference: string | undefined): string {
  if (kind === 'completa')
    return `Factura expedida en sustitución de la factura simplificada ${reference}. Documenta la misma operación, que se declara una sola vez.`
  if (kind === 'rectificativa')
    return `Rectifica por diferencias la factura ${reference}, por la devolución del importe (artículo 80 de la Ley 37/1992 y artículo 15 del Real Decreto 1619/2012).`
  return 'Factura simplificada (artículo 7 del Real Decreto 1619/2012). Si necesita factura con su NIF, pídala en «Mis cartas».'
}

type OpenedInvoice = { number: string; pdf: Buffer } | { number: string; refused: 'unavailable' }

/**
 * Opens an invoice of a letter, by default the one in force. Issues a due one first. Undefined: not found.
 * `withBuyer`: also invoices that name the buyer. Typeset on demand, outside any transaction.
 */
export async function openInvoice(
  deps: BooksDeps & { typesetter: Pick<Typesetter, 'setInvoice'> },
  letterId: string,
  { number, withBuyer }: { number: string | undefined; withBuyer: boolean },
): Promise<OpenedInvoice | undefined> {
  const paymentId = await paidOf(deps.db, letterId)
  if (!paymentId) return undefined
  await issueFor(deps, paymentId)
  const issued = await invoicesOfLetter(deps.db, letterId, { withBuyer })
  const invoice = number
    ? issued.find((one) => one.number === number)
    : issued.findLast(({ kind }) => kind !== 'rectificativa')
  return invoice && setInvoice(deps, invoice)
}

export async function setInvoice(
  deps: Pick<World, 'db' | 'cipher'> & { typesetter: Pick<Typesetter, 'setInvoice'> },
  invoice: Invoice,
): Promise<OpenedInvoice> {
  const corrected = await correctedBy(deps.db, invoice)
  const buyer = await buyerOf(deps, invoice.payment_id)
  const set = await deps.typesetter.setInvoice(invoiceOnPaper(invoice, { corrected, buyer }))
  return { number: invoice.number, ...set }
}
