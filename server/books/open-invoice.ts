import type { Typesetter } from '../typesetting/typesetter.ts'
import { buyerOf, paidOf } from './buyer.ts'
import type { BooksDeps } from './deps.ts'
import { invoiceOnPaper } from './invoice-paper.ts'
import { invoiceByNumber, invoicesOfLetter, type Invoice } from './invoices-table.ts'
import { issueFor } from './issue-invoices.ts'

export type OpenedInvoice = { number: string; pdf: Buffer } | { number: string; refused: 'unavailable' }

/**
 * An invoice of a letter, the one in force unless `number` says which; one that is due is issued first. Undefined: there
 * is none. `withBuyer`: also one that names its buyer. Typeset from its row when somebody opens it, outside of any transaction.
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
  deps: Pick<BooksDeps, 'db' | 'cipher'> & { typesetter: Pick<Typesetter, 'setInvoice'> },
  invoice: Invoice,
): Promise<OpenedInvoice> {
  const { number, corrects, payment_id } = invoice
  const corrected = corrects === null ? undefined : await invoiceByNumber(deps.db, corrects)
  const buyer = await buyerOf(deps, payment_id)
  const set = await deps.typesetter.setInvoice(invoiceOnPaper(invoice, { corrected, buyer }))
  return { number, ...set }
}
